import type { Finding } from '@shared/domain/finding'
import { fail } from '@shared/ipc/errors'
import { inTurns } from '../in-turns'
import { sameState } from './file-facts'
import { stateNow } from './natives'
import type { Work } from './work'

/**
 * Reads back what was written: content, rights and existence against the plan, then the agent's own rules. Throws
 * `verify.failed` with what was found; notices of the adapter come back.
 */
export async function verify(work: Work): Promise<readonly Finding[]> {
  await inTurns(work.record.steps, async (step) => {
    if (sameState(await stateNow(work.gateway, work.natives, step), step.after)) return
    fail('verify.failed', `${step.path} does not read back as the plan says.`, { data: { path: step.path } })
  })
  const written = work.record.steps.filter((step) => step.after.exists)
  const findings = await work.verifyRestored([...new Set(written.map((step) => step.path))])
  const problem = findings.find((finding) => finding.severity === 'problem')
  if (problem && !putsBackWhatWas(work)) {
    fail('verify.failed', `The agent would not accept what was restored: ${problem.what}`, { data: { findings } })
  }
  return findings
}

/** A state that was there before comes back as it was, also one that the agent itself would not accept. */
function putsBackWhatWas({ record }: Work): boolean {
  return record.kind === 'undo' || /^(?:kept|safety)-/.test(record.checkpoint ?? '')
}
