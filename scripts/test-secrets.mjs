// `npm run test:secrets`: measures the rules for secrets on a corpus made from a seed, and on the fixtures, and prints what came out.
import { join } from 'node:path'
import { projectEnvironment, runChild } from './run/child.mjs'
import { pinnedNode, root } from './setup/places.mjs'

/** Files whose tests print what they measured. */
export const measured = ['src/main/service/secrets/corpus.test.ts', 'src/main/service/secrets/fixtures.test.ts']

/** Runs them with their output; answers the exit code. */
export function measureSecrets() {
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--silent=false',
    '--reporter=default',
    ...measured
  ]
  return runChild(pinnedNode(), args, { env: projectEnvironment({ NO_COLOR: '1' }) })
}

if (process.argv[1] === import.meta.filename) process.exitCode = await measureSecrets()
