// `npm run bench [-- --sessions N --big MB --runs N --agents gestura,tact,a3s,claude-code --scale N --no-window --docs]`: measures the built service against floors.
import { runNode } from './run/child.mjs'
import { setupOrExit } from './setup.mjs'

await setupOrExit()
const built = await runNode('scripts/build.mjs', ['--if-stale'])
process.exitCode = built === 0 ? await runNode('scripts/bench/run.ts', process.argv.slice(2)) : built
