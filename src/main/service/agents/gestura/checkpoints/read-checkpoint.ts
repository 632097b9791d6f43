import type { Finding } from '@shared/domain/finding'
import type { ListedCheckpoint } from '../../adapter'
import { holdSecret } from '../config/mask-hook-texts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../reading/fields'
import { type JsonDocument, readDocument } from '../reading/read-document'
import type { TextFile } from '../reading/read-file'
import { millisecondsOf } from '../reading/timestamp'
import { listedId } from '../sessions/read-session'
import { unfitId } from '../sessions/session-id'
import { sessionTitle } from '../sessions/session-title'
import { checkpoint as checkpointShape } from '../shapes/checkpoint-shape'
import {
  checkpointFromFuture,
  checkpointHookSecret,
  checkpointIdUnfit,
  checkpointOfOther,
  checkpointOtherName,
  checkpointWithoutSession,
  refusedCheckpointFile,
  refusedPayload,
  unreadableCheckpoint
} from './checkpoint-findings'
import { judgePayload, memberOf, type PayloadRefusal } from './judge-payload'
import { recoverMetadata } from './recover-metadata'
import { canonicalUuid } from './uuid'

/** A checkpoint file as it was read. */
export interface ReadCheckpoint {
  readonly path: string
  /** What it is listed under: the id inside in its one spelling, unless another file is named so. */
  readonly id: string
  readonly sessionId: string | null
  /** As it stands in the file, since milliseconds do not tell all of them apart. */
  readonly createdAt: string | null
  readonly label: string | null
  readonly document: JsonDocument | null
  readonly payload: Fields | null
  /** Why the agent's own restore refuses it; null when it accepts it. */
  readonly refusal: { readonly error: PayloadRefusal['error'] | 'Io'; readonly why: string } | null
  /** Whether Reprise can put a session back to it. */
  readonly restorable: boolean
  readonly findings: readonly Finding[]
}

/** Reads a checkpoint file by its own rules; a file that cannot be read still names itself. */
export function readCheckpointFile(
  file: TextFile,
  path: string,
  stem: string,
  isTaken: (id: string) => boolean,
  now: number
): ReadCheckpoint {
  if (file.state !== 'read') {
    const reason = file.state === 'unreadable' ? file.reason : 'it is not there any more'
    return unreadable(path, stem, reason)
  }
  const document = readDocument(file, checkpointShape)
  const root = document.value === undefined ? { metadata: recoverMetadata(document.text) } : fieldsOf(document.value)
  const metadata = fieldsOf(root.metadata)
  const snapshot = fieldsOf(root.snapshot)
  const payload = isFields(snapshot.payload) ? snapshot.payload : null
  const inside = canonicalUuid(textOf(metadata.id) ?? '')
  const about = textOf(fieldsOf(payload?.session).id)
  const refusal = refusalOf(document)
  const read = {
    path,
    id: listedId(inside, stem, isTaken),
    sessionId: textOf(metadata.session_id) ?? textOf(snapshot.session_id) ?? about,
    createdAt: textOf(metadata.created_at),
    label: textOf(metadata.label),
    document,
    payload,
    refusal,
    restorable: refusal === null && about !== null && unfitId(about) === null
  }
  return {
    ...read,
    findings: findingsOf(read, { stem, inside, about, named: textOf(metadata.session_id) !== null, now })
  }
}

/** As a scan reports it. */
export function listCheckpoint(read: ReadCheckpoint): ListedCheckpoint {
  const session = fieldsOf(read.payload?.session)
  const state = fieldsOf(session.state)
  return {
    id: read.id,
    sessionId: read.sessionId,
    at: millisecondsOf(read.createdAt),
    label: read.label,
    restorable: read.restorable,
    ...(read.payload === null
      ? {}
      : { title: sessionTitle(session.title, state.messages), workspace: textOf(state.workspace_dir) })
  }
}

/** What a checkpoint holds, counted. */
export function holdings(read: ReadCheckpoint): {
  messages: number | null
  tasks: number | null
  config: boolean
  kind: string
} {
  const payload = read.payload
  if (!isFields(payload?.session)) return { messages: null, tasks: null, config: false, kind: 'other data' }
  return {
    messages: listOf(fieldsOf(payload.session.state).messages).length,
    tasks: listOf(fieldsOf(payload.tasks).tasks).length,
    config: isFields(payload.config),
    kind: 'session checkpoint'
  }
}

function refusalOf(document: JsonDocument): ReadCheckpoint['refusal'] {
  const { problems, exact } = document.judge()
  const first = problems[0]
  // What is no UTF-8 fails while it is read or while it is parsed; the notes of the format are not sure which.
  if (document.notUtf8) return { error: 'Io', why: 'the file is not UTF-8 text' }
  if (first !== undefined) return { error: 'Serde', why: first.problem }
  return judgePayload(memberOf(memberOf(exact, 'snapshot'), 'payload'))
}

interface Names {
  readonly stem: string
  readonly inside: string | null
  /** Id of the session in the payload. */
  readonly about: string | null
  /** Whether the metadata names a session. */
  readonly named: boolean
  readonly now: number
}

function findingsOf(read: Omit<ReadCheckpoint, 'findings'>, names: Names): readonly Finding[] {
  const { path, document, refusal } = read
  const problems = document?.judge().problems ?? []
  if (problems.length > 0) return [refusedCheckpointFile(path, problems)]
  const findings: Finding[] = []
  if (refusal !== null && refusal.error !== 'Io')
    findings.push(refusedPayload(path, { ...refusal, error: refusal.error }))
  if (names.inside !== null && names.inside !== names.stem) findings.push(checkpointOtherName(path, names.inside))
  if (!names.named) findings.push(checkpointWithoutSession(path))
  const unfit = names.about === null ? null : unfitId(names.about)
  if (unfit !== null) findings.push(checkpointIdUnfit(path, unfit))
  else if (names.about !== null && read.sessionId !== null && read.sessionId !== names.about) {
    findings.push(checkpointOfOther(path, read.sessionId, names.about))
  }
  const secrets = hooksWithSecrets(read.payload)
  if (secrets > 0) findings.push(checkpointHookSecret(path, secrets))
  const at = millisecondsOf(read.createdAt)
  if (at !== null && at > names.now + 86_400_000) findings.push(checkpointFromFuture(path))
  return findings
}

/** The format says that a checkpoint holds no secrets of the configuration. It is looked at, not believed. */
function hooksWithSecrets(payload: Fields | null): number {
  const hooks = listOf(fieldsOf(fieldsOf(payload?.config).hooks).hooks)
  return hooks.filter((hook) => {
    const args = listOf(fieldsOf(fieldsOf(hook).command).args)
    return holdSecret(args.filter((each) => typeof each === 'string'))
  }).length
}

function unreadable(path: string, stem: string, reason: string): ReadCheckpoint {
  return {
    path,
    id: stem,
    sessionId: null,
    createdAt: null,
    label: null,
    document: null,
    payload: null,
    refusal: { error: 'Io', why: reason },
    restorable: false,
    findings: [unreadableCheckpoint(path, reason)]
  }
}
