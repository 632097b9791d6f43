// `npm run concurrency [-- --minutes N]`: writers that follow each agent's rules against restores and undos, two minutes each by default.
import { join } from 'node:path'
import { projectEnvironment, runChild } from './run/child.mjs'
import { pinnedNode, root } from './setup/places.mjs'
import { setupOrExit } from './setup.mjs'

const at = process.argv.indexOf('--minutes')
const minutes = at < 0 ? 2 : Number(process.argv[at + 1])
if (!(minutes > 0)) {
  process.stderr.write('--minutes takes a number above 0.\n')
  process.exit(2)
}
await setupOrExit({ electron: false })
const env = projectEnvironment({ CONCURRENCY_SECONDS: String(minutes * 60) })
const test = 'src/main/service/restore/concurrency.test.ts'
process.exitCode = await runChild(pinnedNode(), [join(root, 'node_modules/vitest/vitest.mjs'), 'run', test], { env })
