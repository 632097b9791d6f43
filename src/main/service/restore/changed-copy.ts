import { fail } from '@shared/ipc/errors'
import type { AdapterChange } from '../agents/write-part'
import type { EngineParts } from './engine-parts'
import { type CapturedSession, captureSession } from './keep-session'

/**
 * A session as a change would make it, without changing anything of it: what is there now, with the steps of the plan in their places. Steps that
 * remove a file leave it out; conflicts are about what is there, which stays. Throws what keeping and planning throw.
 */
export async function captureChanged(
  parts: EngineParts,
  session: { readonly source: string; readonly id: string },
  change: AdapterChange,
  signal: AbortSignal
): Promise<CapturedSession> {
  const { about } = parts
  const { source, steps } = await captureSession(parts, session, signal)
  const write = about.adapterOf(source.agent)?.write
  if (write === undefined) return fail('refused', `Reprise cannot change sessions of ${source.agent}.`)
  const draft = await write.plan(source, change, about.readingOf(source, signal))
  const places = new Map(draft.steps.map((step) => [step.path, step]))
  const changed = steps.map((step) => {
    const instead = places.get(step.path)
    places.delete(step.path)
    return instead === undefined ? step : { ...step, content: instead.content }
  })
  // What the copy of a session does not hold (the log of its store, checkpoints of others) cannot be mended in one; one that only gets another
  // name or place would leave it empty.
  if (places.size === draft.steps.length || changed.every(({ content }) => content === null)) {
    return fail('refused', 'None of this is in a copy of the session; it can only be mended in place.')
  }
  return { source, steps: changed }
}
