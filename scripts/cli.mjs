// `npm run cli -- …`: the `reprise` command, built where it is stale. Needs no Electron and no display.
import { runNode } from './run/child.mjs'
import { setupOrExit } from './setup.mjs'

await setupOrExit({ electron: false })
const built = await runNode('scripts/build.mjs', ['--if-stale'])
process.exitCode = built === 0 ? await runNode('out/cli/reprise.js', process.argv.slice(2)) : built
