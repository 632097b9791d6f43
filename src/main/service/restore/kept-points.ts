import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Finding } from '@shared/domain/finding'
import type { SessionRef } from '@shared/domain/session'
import { fail } from '@shared/ipc/errors'
import { inTurns } from '../in-turns'
import type { RecordedSource } from '../operations/operation-record'
import { isKeptId, type KeptPart, type KeptSession } from '../vault/kept-sessions'
import type { EngineParts } from './engine-parts'
import type { StepDraft } from './plan-draft'

/** A point of a session that the vault can give back, be it a session that was kept or the state before an operation. */
export interface KeptPoint {
  readonly id: string
  /** Of the copy in the vault. */
  readonly copy: string
  readonly origin: 'reprise' | 'safety'
  readonly session: SessionRef
  readonly source: RecordedSource
  /** Of the session; null where it was not known. */
  readonly title: string | null
  readonly workspace: string | null
  readonly entries: number | null
  readonly label: string | null
  readonly at: number
  /** How the checkpoint calls itself: `kept session`, `kept session (scheduled)`, `safety copy`. */
  readonly kind: string
  readonly parts: readonly KeptPart[]
}

const safetyPrefix = 'safety-'

export function isKeptPoint(checkpoint: string): boolean {
  return isKeptId(checkpoint) || checkpoint.startsWith(`${safetyPrefix}op-`)
}

/** All of them, newest first. */
export async function keptPoints(parts: EngineParts): Promise<readonly KeptPoint[]> {
  const gone = new Set((await parts.vault.pruned.all()).map(({ id }) => id))
  const { kept } = await parts.vault.kept.all()
  const points = [...kept.filter(({ id }) => !gone.has(id)).map(pointOf), ...(await safetyPoints(parts, gone))]
  return points.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
}

const keptKinds: Readonly<Record<KeptSession['by'], string>> = {
  person: 'kept session',
  schedule: 'kept session (scheduled)',
  leaving: 'kept session (before its agent removes it)',
  import: 'imported session'
}

/** It came from elsewhere. */
export function isImported({ kind }: KeptPoint): boolean {
  return kind === keptKinds.import
}

function pointOf(kept: KeptSession): KeptPoint {
  const { id, session, source, title, workspace, entries, label, madeAt, by } = kept
  const kind = keptKinds[by]
  return {
    id,
    copy: id,
    origin: 'reprise',
    session,
    source,
    title,
    workspace,
    entries,
    label,
    at: madeAt,
    kind,
    parts: kept.parts
  }
}

/**
 * What an operation copied before it changed a session is that session as it was. An undo is left out: its way back is the operation that it
 * takes back.
 */
async function safetyPoints({ book, vault }: EngineParts, gone: ReadonlySet<string>): Promise<KeptPoint[]> {
  const journals = await book.journals()
  const states = new Map((await book.all(journals)).map((operation) => [operation.id, operation.state]))
  const lists = await inTurns(journals, ({ id }) => vault.summaryOf(id))
  const points: KeptPoint[] = []
  for (const [index, journal] of journals.entries()) {
    const { record } = journal
    if (record === null || record.kind === 'undo' || gone.has(record.id)) continue
    if (!['done', 'undone', 'failed'].includes(states.get(record.id) ?? '')) continue
    const parts = [...record.steps.map((step) => ({ ...step, state: step.before })), ...record.companions]
    if (!parts.some(({ what, state }) => state.exists && (what === 'session' || what === 'rows'))) continue
    const label = lists[index]?.label ?? `Before: ${record.title}`
    const { session, source, startedAt, sessionTitle: title, workspace } = record
    const where = { session, source, title, workspace, entries: null }
    const id = `${safetyPrefix}${record.id}`
    points.push({
      id,
      copy: record.id,
      origin: 'safety',
      ...where,
      label,
      at: startedAt,
      kind: 'safety copy',
      parts: parts.map(partOf)
    })
  }
  return points
}

type State = {
  readonly state: { readonly sha256: string | null; readonly bytes: number; readonly mode: number | null }
}

function partOf({ state, ...part }: Omit<KeptPart, 'mode' | 'content' | 'because'> & State): KeptPart {
  const { id, what, path, approvedRoot, target } = part
  const content = state.sha256 === null ? null : { sha256: state.sha256, bytes: state.bytes }
  const where = { id, what, path, approvedRoot, ...(target && { target }) }
  return { ...where, mode: state.mode, because: 'As it was then.', content }
}

/** Throws `not.found` when there is no such point of that session. */
export async function findKeptPoint(parts: EngineParts, session: SessionRef, checkpoint: string): Promise<KeptPoint> {
  const point = (await keptPoints(parts)).find(({ id }) => id === checkpoint)
  if (point === undefined || point.session.source !== session.source || point.session.id !== session.id) {
    return fail('not.found', `Reprise keeps no ${checkpoint} of this session.`)
  }
  return point
}

/** The checkpoints of one session as the app lists them, newest first. */
export async function keptCheckpoints(parts: EngineParts, session: SessionRef): Promise<readonly Checkpoint[]> {
  const points = (await keptPoints(parts)).filter((point) => isOf(point, session))
  const names = await parts.vault.blobs.names()
  return points.map((point) => checkpointOf(parts, point, names))
}

function isOf({ session }: KeptPoint, other: SessionRef): boolean {
  return session.source === other.source && session.id === other.id
}

export function canPutBack({ about }: EngineParts, { source }: Pick<KeptPoint, 'source'>): boolean {
  return about.adapterOf(source.agent)?.write?.changes.includes('restore-kept') === true
}

function checkpointOf(parts: EngineParts, point: KeptPoint, names: ReadonlySet<string>): Checkpoint {
  const { id, label, at, origin, entries, kind } = point
  const findings: Finding[] = []
  const missing = missingParts(point, names)
  if (missing.length > 0) findings.push(incomplete(missing.map(({ path }) => path)))
  if (!canPutBack(parts, point)) findings.push(viewOnly)
  const holds = { kind, ...(entries !== null && { messages: entries }) }
  return { id, label, at, origin, holds, valid: missing.length === 0, restorable: findings.length === 0, findings }
}

export function missingParts({ parts }: KeptPoint, names: ReadonlySet<string>): readonly KeptPart[] {
  return parts.filter(({ content }) => content !== null && !names.has(content.sha256))
}

function incomplete(paths: readonly string[]): Finding {
  return {
    code: 'vault.copy.missing',
    severity: 'problem',
    what: 'A part of this copy is no longer in the vault.',
    where: paths.join(', '),
    does: 'Reprise does not put back a part of a session without the rest.'
  }
}

const viewOnly: Finding = {
  code: 'vault.agent.readonly',
  severity: 'notice',
  what: 'Reprise cannot write sessions of this agent, so the copy is only kept.'
}

/** The parts with their bytes, checked against their hashes. Throws `checkpoint.invalid` when one is missing or damaged. */
export async function stepsOfPoint({ vault }: EngineParts, point: KeptPoint): Promise<StepDraft[]> {
  const steps: StepDraft[] = []
  for (const { id, what, path, approvedRoot, target, mode, because, content } of point.parts) {
    const bytes = content === null ? null : await vault.blobs.get(content.sha256).catch(() => null)
    if (content !== null && bytes === null) {
      fail(
        'checkpoint.invalid',
        `The copy of ${path} is missing from the vault or damaged, so this point can be neither shown nor put back.`
      )
    }
    const where = { id, what, path, approvedRoot, because, content: bytes }
    steps.push(target === undefined ? { ...where, mode: mode ?? 0o600 } : { ...where, target })
  }
  return steps
}
