import { fail } from '@shared/ipc/errors'
import { inTurns } from '../in-turns'
import type { FileStep } from '../operations/operation-record'
import { sameContent, sameState } from './file-facts'
import { stateNow } from './natives'
import type { Work } from './work'

/**
 * Reads back what was written: content, rights and existence against the plan, then the agent's own rules. Throws
 * `verify.failed` with what was found.
 *
 * @returns native steps that were written and that their agent has written on since: what is there now is the agent's.
 */
export async function verify(work: Work): Promise<ReadonlySet<FileStep>> {
  const { steps } = work.record
  const writtenOn = new Set<FileStep>()
  await inTurns(steps, async (step) => {
    const now = await stateNow(work.gateway, work.natives, step)
    if (sameState(now, step.after)) return
    if (work.exchanged.has(step.id) && !sameContent(now, step.before)) writtenOn.add(step)
    else fail('verify.failed', `${step.path} does not read back as the plan says.`, { data: { path: step.path } })
  })
  const ours = steps.filter((step) => step.after.exists && !writtenOn.has(step)).map(({ path }) => path)
  const findings = ours.length === 0 ? [] : await work.verifyRestored([...new Set(ours)])
  const problem = findings.find((finding) => finding.severity === 'problem')
  if (problem && !putsBackWhatWas(work)) {
    fail('verify.failed', `The agent would not accept what was restored: ${problem.what}`, { data: { findings } })
  }
  return writtenOn
}

/** A state that was there before comes back as it was, also one that the agent itself would not accept. */
function putsBackWhatWas({ record }: Work): boolean {
  return record.kind === 'undo' || /^(?:kept|safety)-/.test(record.checkpoint ?? '')
}
