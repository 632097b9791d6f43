// `npm run test:agents [-- --docs --agents a3s,codex]`: what Reprise writes, opened and continued by the real agents. Not part
// of `npm test`.
import { runNode } from './run/child.mjs'
import { setupOrExit } from './setup.mjs'

await setupOrExit({ electron: false })
const built = await runNode('scripts/build.mjs', ['--if-stale'])
process.exitCode = built === 0 ? await runNode('e2e/agents/run.ts', process.argv.slice(2)) : built
