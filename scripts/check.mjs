// `npm run check`: format, lint, import rules, types and unit tests; what a change has to pass before a review.
import { runChecks } from './run/check-steps.mjs'
import { closingLine } from './run/tally.mjs'
import { setupOrExit } from './setup.mjs'

await setupOrExit({ electron: false })
const tally = await runChecks()
process.stdout.write(`\n${closingLine(tally)}\n`)
process.exitCode = tally.failed > 0 ? 1 : 0
