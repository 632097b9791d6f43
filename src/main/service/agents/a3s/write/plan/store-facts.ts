import { readFileSync } from 'node:fs'
import { fail } from '@shared/ipc/errors'
import type { JsonObject } from '../../../../json/json-value'
import { toPlain } from '../../../../json/json-value'
import type { NativeStepDraft } from '../../../../restore/plan-draft'
import type { SourceKey, SourceLocation } from '../../../adapter'
import { snapshotDigest } from '../../digest'
import { type Fields, fieldsOf, listOf } from '../../fields'
import { readSidecar } from '../../reading/sidecar'
import { promptsOf, titleOf } from '../../reading/summarise'
import { leaseFile, sessionFile, walFile } from '../../store/layout'
import { readWriterLease, type WriterLease } from '../../store/lease'
import { type LoadedSession, loadSnapshot } from '../../store/load-session'
import { previewOpening } from '../../store/opening'
import { statOf } from '../../store/read-bytes'
import { isSealed } from '../../store/sealed'
import { userTexts } from '../../transcript/user-texts'
import { type KnownGeneration, parsedInExchange, targetOf } from '../native-target'
import { allowed } from '../refuse-change'
import { idProblem } from '../save-guards'

const ownerOnly = 0o600

/** A session as the agent loads it, for changes that need to understand it. */
export interface PresentSession extends LoadedSession {
  /** The snapshot as plain JSON; numbers may be rounded. */
  readonly plain: Fields
  readonly title: string
  /** Nothing from inside goes into a plan or a journal then: those are files of ours. */
  readonly sealed: boolean
}

/** Throws `session.gone`, `session.sealed`, `session.unreadable`. */
export function presentSession({ root }: SourceLocation, id: string, key: SourceKey): PresentSession {
  const loaded = allowed(loadSnapshot(root, id, key), sessionFile(root, id))
  if (loaded === null) return fail('session.gone', `a3s has no session ${JSON.stringify(id)} in ${root}.`)
  const sealed = isSealed(bytesAt(loaded.path) ?? new Uint8Array())
  return { ...loaded, ...wordsOf(root, id, loaded.snapshot, sealed), sealed }
}

/** As in the list, which names no sealed session. */
const sealedTitle = 'Sealed session'

export function wordsOf(
  root: string,
  id: string,
  snapshot: JsonObject,
  sealed: boolean
): { plain: Fields; title: string } {
  const plain = fieldsOf(toPlain(snapshot))
  if (sealed) return { plain, title: sealedTitle }
  const session = fieldsOf(plain.session)
  const prompts = promptsOf(userTexts(listOf(session.messages)))
  return { plain, title: titleOf(fieldsOf(session.config), readSidecar(root, id), prompts) }
}

/** Whether a new generation can be committed at all: a3s opens the store, and says who may write. Throws `refused` and its like. */
export function checkCommittable({ root }: SourceLocation, id: string, key: SourceKey): void {
  allowed(idProblem(root, id), sessionFile(root, id))
  allowed(previewOpening(root, 'strict', key), walFile(root))
  writerLease(root, key)
}

/** Who has the lease of the store; null when nobody ever took one. A damaged one is refused. */
export function writerLease(root: string, key: SourceKey): WriterLease | null {
  return allowed(readWriterLease(root, key), leaseFile(root))
}

/** The step that makes one session's file hold these bytes, or removes it. */
export function generationStep(
  source: SourceLocation,
  id: string,
  content: Uint8Array | null,
  lease: WriterLease | null,
  because: string,
  known: readonly KnownGeneration[] = []
): NativeStepDraft {
  const path = sessionFile(source.root, id)
  return {
    id: 'session',
    what: 'session',
    path,
    approvedRoot: source.root,
    target: targetOf(id, lease, known, rightsOf(path)),
    content,
    because
  }
}

/** Only rights that the agent itself would not give are worth naming; null for those, and where nothing is there. */
export function rightsOf(path: string): number | null {
  const mode = (statOf(path)?.mode ?? ownerOnly) & 0o777
  return mode === ownerOnly ? null : mode
}

/** The present generation with its digest, so that an undo of a large one need not parse it; nothing where it is small or none. */
export function largeGeneration({ root }: SourceLocation, id: string, key: SourceKey): readonly KnownGeneration[] {
  const path = sessionFile(root, id)
  if ((statOf(path)?.size ?? 0) <= parsedInExchange) return []
  const bytes = bytesAt(path)
  const loaded = loadSnapshot(root, id, key)
  if (bytes === null || !loaded.ok || loaded.value?.form !== 'envelope') return []
  return [{ bytes, digest: snapshotDigest(loaded.value.snapshot) }]
}

/** Bytes of a file as they lie there; null when there is none. */
export function bytesAt(path: string): Uint8Array | null {
  return statOf(path)?.isFile() === true ? readFileSync(path) : null
}
