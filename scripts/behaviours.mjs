// `npm run behaviours [-- --read]`: writes docs/behaviours.md from a run of the unit tests (with --read, from the last one) and
// from the last whole run of the tests in the app, where there is one.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appEvidence, pagePath, unitEvidence, unitReport, wantedPage } from './behaviours/reports.mjs'
import { projectEnvironment, runChild } from './run/child.mjs'
import { forget } from './run/tally.mjs'
import { pinnedNode, root } from './setup/places.mjs'

if (!process.argv.includes('--read')) {
  forget(unitReport)
  const reporters = ['--reporter=dot', '--silent', '--reporter=json', `--outputFile.json=${unitReport}`]
  await runChild(pinnedNode(), [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters], {
    env: projectEnvironment({ NO_COLOR: '1' })
  })
}
const unit = unitEvidence()
if (!unit.evidence) {
  process.stderr.write(`behaviours: ${unit.wrong}\n`)
  process.exit(1)
}
const app = appEvidence()
if (!app.evidence) process.stderr.write(`behaviours: ${app.wrong}; the page keeps what it says of them\n`)
const { page, bare } = wantedPage(unit.evidence, app.evidence)
writeFileSync(pagePath, page)
for (const { id, what } of bare) process.stderr.write(`behaviours: ${id}: no test carries this id (${what})\n`)
process.stdout.write(`behaviours: docs/behaviours.md, ${bare.length} ids without a test\n`)
process.exitCode = bare.length > 0 ? 1 : 0
