import { join } from 'node:path'
import { behaviourProblems, unitEvidence } from '../behaviours/reports.mjs'
import { pinnedNode, root } from '../setup/places.mjs'
import { checks } from './checks.mjs'
import { projectEnvironment, runChild } from './child.mjs'
import { add, forget, none, tallyOfVitest } from './tally.mjs'

const unitReport = join(root, 'out', 'unit-report.json')
const say = (line) => process.stderr.write(`${line}\n`)

// Vitest colours also what goes into a file, where the marks are noise.
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }

/** Runs every check and the unit tests, all of them also after a failure, and answers the counts. */
export async function runChecks() {
  let tally = none
  for (const { name, args } of checks) {
    say(`check: ${name} …`)
    if ((await runChild(pinnedNode(), args)) === 0) continue
    say(`check: ${name} failed`)
    tally = add(tally, { ...none, failed: 1 })
  }
  say('check: unit tests …')
  forget(unitReport)
  const reporters = ['--reporter=default', '--silent=passed-only', '--reporter=json', `--outputFile.json=${unitReport}`]
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters]
  const code = await runChild(pinnedNode(), args, { env: projectEnvironment(plain) })
  return add(add(tally, tallyOfVitest(unitReport, code)), checkBehaviours(unitEvidence()))
}

/** Whether every behaviour has a test that carries its id, and docs/behaviours.md says which. */
export function checkBehaviours(unit, app = { evidence: null }) {
  say('check: behaviours …')
  const wrong = unit.evidence ? behaviourProblems(unit.evidence, app.evidence) : [unit.wrong]
  for (const problem of wrong) say(problem)
  if (wrong.length > 0) say('check: behaviours failed')
  return { ...none, failed: wrong.length > 0 ? 1 : 0 }
}
