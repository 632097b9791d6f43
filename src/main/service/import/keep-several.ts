import type { OutputOf } from '@shared/ipc/contract'
import type { CallContext } from '../dispatch/handler'
import type { ServiceParts } from '../handlers/parts'
import type { HeldImport } from './imports'
import { becauseOf, keepImported } from './keep-imported'
import { sessionOf } from './session-of'

export interface KeepSeveralWish {
  /** Keys; all sessions when null. */
  readonly sessions: readonly string[] | null
  readonly label: string | null
  readonly again: boolean
}

/** Keeps sessions of an import one after the other; one that cannot be kept is named, and the others go on. A cancel leaves those that are kept. */
export async function keepSeveral(
  parts: ServiceParts,
  held: HeldImport,
  { sessions, label, again }: KeepSeveralWish,
  { signal, progress }: CallContext
): Promise<OutputOf<'import.keep'>> {
  const chosen = sessions === null ? held.listed : sessions.map((key) => sessionOf(held, key))
  const answer: OutputOf<'import.keep'> = { kept: [], already: [], notKept: [] }
  const known = again ? [] : [...(await parts.restore.keeper.kept())]
  try {
    for (const [done, one] of chosen.entries()) {
      progress({ done, total: chosen.length, doing: 'Keeping sessions', cancellable: true })
      signal.throwIfAborted()
      const { key } = one
      try {
        const { copy, isNew } = await keepImported(parts, one, { label, known }, signal)
        const found = { key, session: copy.session, checkpoint: copy.id }
        if (!isNew) answer.already.push({ ...found, at: copy.madeAt })
        else {
          answer.kept.push(found)
          if (!again) known.push(copy)
        }
      } catch (error) {
        answer.notKept.push({ key, because: becauseOf(error) })
      }
    }
  } finally {
    if (answer.kept.length > 0) await parts.relocate()
    await parts.refreshKept()
  }
  return answer
}
