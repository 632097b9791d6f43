// `npm run behaviours`: writes docs/behaviours.md from a run of the tests that carry ids (with `-- --read`, from the last run of all unit
// tests) and from the last whole run of the tests in the app, where there is one.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  appEvidence,
  narrowEvidence,
  narrowReport,
  narrowRun,
  pagePath,
  unitEvidence,
  wantedPage
} from './behaviours/reports.mjs'
import { projectEnvironment, runChild } from './run/child.mjs'
import { forget } from './run/tally.mjs'
import { pinnedNode, root } from './setup/places.mjs'

const say = (line) => process.stderr.write(`behaviours: ${line}\n`)

async function runNarrow() {
  forget(narrowReport)
  const { files, named } = narrowRun()
  const reporters = ['--reporter=dot', '--silent', '--reporter=json', `--outputFile.json=${narrowReport}`]
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files, '-t', named, ...reporters]
  const code = await runChild(pinnedNode(), args, { env: projectEnvironment({ NO_COLOR: '1' }) })
  if (code !== 0) say('some of the tests failed; the page says where they are, not that they are well')
  return narrowEvidence()
}

const unit = process.argv.includes('--read') ? unitEvidence() : await runNarrow()
if (!unit.evidence) {
  say(unit.wrong)
  process.exit(1)
}
const app = appEvidence()
if (!app.evidence) say(`${app.wrong}; the page keeps what it says of them`)
const { page, bare } = wantedPage(unit.evidence, app.evidence)
writeFileSync(pagePath, page)
for (const { id, what } of bare) say(`${id}: no test carries this id (${what})`)
process.stdout.write(`behaviours: docs/behaviours.md, ${bare.length} ids without a test\n`)
process.exitCode = bare.length > 0 ? 1 : 0
