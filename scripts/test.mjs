// `npm test`: sets everything up, then runs every check and every test there is, the ones in the real app included.
import { join } from 'node:path'
import { appEvidence, unitEvidence } from './behaviours/reports.mjs'
import { checkBehaviours, runChecks } from './run/check-steps.mjs'
import { runNode } from './run/child.mjs'
import { add, closingLine, forget, none, secondTries, tallyOfPlaywright } from './run/tally.mjs'
import { root } from './setup/places.mjs'
import { setupOrExit } from './setup.mjs'

const e2eReport = join(root, 'e2e-results', 'report.json')

await setupOrExit()
const checked = await runChecks()
forget(e2eReport)
const code = await runNode('scripts/e2e.mjs')
const app = appEvidence()
const behaviours = app.evidence ? checkBehaviours(unitEvidence(), app) : none
const tally = add(add(checked, tallyOfPlaywright(e2eReport, code)), behaviours)
for (const title of secondTries(e2eReport)) process.stdout.write(`passed at the second try only: ${title}\n`)
process.stdout.write(`\n${closingLine(tally)}\n`)
process.exitCode = tally.failed > 0 ? 1 : 0
