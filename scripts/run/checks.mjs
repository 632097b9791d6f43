import { join } from 'node:path'
import { root } from '../setup/places.mjs'

const tool = (path) => join(root, 'node_modules', path)

/** The checks that are no tests, each with the command that runs it. */
export const checks = [
  { name: 'format', args: [tool('@biomejs/biome/bin/biome'), 'format'] },
  { name: 'lint', args: [tool('@biomejs/biome/bin/biome'), 'lint', '--error-on-warnings'] },
  { name: 'imports', args: ['scripts/check-imports.mjs'] },
  { name: 'docs', args: ['scripts/check-docs.mjs'] },
  { name: 'secrets, measured', args: ['scripts/test-secrets.mjs'] },
  { name: 'types of main', args: [tool('typescript/bin/tsc'), '-p', 'tsconfig.node.json'] },
  { name: 'types of the page', args: [tool('typescript/bin/tsc'), '-p', 'tsconfig.web.json'] },
  { name: 'types of the tests in the app', args: [tool('typescript/bin/tsc'), '-p', 'tsconfig.e2e.json'] }
]
