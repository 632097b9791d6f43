import { agentNames } from '@shared/domain/agents'
import type { ImportedSession } from '@shared/domain/import'
import type { SecretReport } from '@shared/domain/secret'
import type { SessionRef } from '@shared/domain/session'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { AgentAdapter, SessionAccount } from '../agents/adapter'
import { maskBytes } from '../bundle/mask-bytes'
import { addKinds, type KindCounts, maskWords, nothingMasked } from '../bundle/mask-words'
import type { ServiceParts } from '../handlers/parts'
import type { StepDraft } from '../restore/plan-draft'
import type { KeptSession } from '../vault/kept-sessions'
import type { HeldSession } from './imports'
import { hashesOf, holdsAll, keptBefore } from './kept-before'
import type { ListedImport } from './list-imported'
import { whyNoStore } from './source-here'

/** Findings of one session that are named; the rest is counted. */
const mostFindings = 20

/** Everything that an inspection says of one session. Reads it whole, by the rules of its adapter. */
export async function examineSession(
  parts: ServiceParts,
  one: HeldSession,
  kept: readonly KeptSession[],
  signal: AbortSignal
): Promise<ImportedSession> {
  const { source, id, listed } = one
  const account = await orFailure(() => parts.readers.ask(source, id, 'account', null, { signal }))
  const captured = await orFailure(() => parts.readers.ask(source, id, 'capture', null, { signal }))
  const taken = await orFailure(() => parts.readers.ask(source, id, 'projectNotes', null, { signal }))
  const secrets = await orFailure(() => parts.readers.ask(source, id, 'secrets', null, { signal }))
  const steps = 'value' in captured ? captured.value : []
  const notes = 'value' in taken ? taken.value : []
  const findings = [...one.findings, ...('value' in account ? account.value.findings : [])]
  const state = listed?.state ?? 'gone'
  return {
    ...outline(one),
    ...countsOf(account),
    bytes: bytesOf(steps),
    memory: { files: notes.length, bytes: bytesOf(notes) },
    findings: findings.slice(0, mostFindings),
    findingCount: findings.length,
    secrets: { ...addKinds(secretsOf(secrets), await secretsIn(notes, signal)) },
    known: await knownAlready(parts, one, steps, kept, signal),
    keptBefore: copyFacts(keptBefore(kept, one, [...steps, ...notes])),
    notKept: 'because' in captured ? captured.because : null,
    notPut: whyNotPut(parts, one, state)
  }
}

function bytesOf(steps: readonly StepDraft[]): number {
  return steps.reduce((sum, { content }) => sum + (content?.length ?? 0), 0)
}

/** What the list says, without reading more. */
export function outline({ key, input, source, id, listed, checkpoints, children }: HeldSession): ImportedSession {
  const newest = checkpoints.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))[0]
  return {
    ...{ key, input, agent: source.location.agent, id },
    title: maskWords(listed?.title ?? newest?.title ?? id).text,
    workspace: listed?.workspace ?? newest?.workspace ?? null,
    startedAt: listed?.startedAt ?? null,
    updatedAt: listed?.updatedAt ?? newest?.at ?? null,
    state: listed?.state ?? 'gone',
    entries: null,
    children: children.length,
    checkpoints: checkpoints.length + (listed?.ownCheckpoints ?? 0),
    bytes: 0,
    memory: { files: 0, bytes: 0 },
    unknown: null,
    unreadable: null,
    findings: [],
    findingCount: 0,
    secrets: {},
    known: null,
    keptBefore: null,
    notKept: null,
    notPut: null
  }
}

function countsOf(account: Outcome<SessionAccount>): Pick<ImportedSession, 'entries' | 'unknown' | 'unreadable'> {
  if (!('value' in account)) return { entries: null, unknown: null, unreadable: null }
  const { accounting, entries } = account.value
  return { entries, unknown: accounting.raw, unreadable: accounting.unreadable }
}

/** Whether sessions of an agent can be put into its store at all. */
export function canPut({ write }: AgentAdapter): boolean {
  if (write === undefined) return false
  // What a fork puts into a database is made for that database.
  return write.changes.includes('import') || (write.changes.includes('fork') && write.native === undefined)
}

/** Why a session cannot become one of its agent's store here; null where it can be tried. */
export function whyNotPut(
  parts: Pick<ServiceParts, 'sources'>,
  { source }: ListedImport,
  state: string
): string | null {
  const { agent } = source.location
  const name = agentNames[agent]
  if (!canPut(source.adapter)) {
    return `Reprise cannot write sessions of ${name}, so it can only be kept in the library.`
  }
  if (state === 'sealed')
    return 'It is sealed; give the file of its key (`--key-file` of the command) to put it anywhere.'
  if (['unreadable', 'newer', 'older', 'gone'].includes(state)) return `${name} would not load it.`
  return whyNoStore(parts, source.adapter)
}

function secretsOf(report: Outcome<SecretReport>): Record<string, number> {
  return 'value' in report ? Object.fromEntries(report.value.kinds.map(({ kind, places }) => [kind, places])) : {}
}

/** Notes are no entries, so the report of the transcript says nothing of them. */
async function secretsIn(notes: readonly StepDraft[], signal: AbortSignal): Promise<KindCounts> {
  let kinds: KindCounts = nothingMasked
  for (const { path, content } of notes) {
    const masked = content && (await maskBytes(path, content, signal))
    if (masked) kinds = addKinds(kinds, masked.kinds)
  }
  return kinds
}

function copyFacts(copy: KeptSession | null): ImportedSession['keptBefore'] {
  return copy && { checkpoint: copy.id, at: copy.madeAt }
}

/** A session of the same id that the list has, and whether its conversation is the same, byte for byte. */
async function knownAlready(
  parts: ServiceParts,
  { source, id }: ListedImport,
  steps: readonly StepDraft[],
  kept: readonly KeptSession[],
  signal: AbortSignal
): Promise<ImportedSession['known']> {
  const { agent } = source.location
  for (const { location } of parts.sources.all()) {
    const session = { source: location.id, id }
    const there = location.agent === agent ? parts.view.get(session) : null
    if (there !== null) {
      return { session, title: there.title, same: await isSame(parts, session, steps, kept, signal) }
    }
  }
  return null
}

async function isSame(
  parts: ServiceParts,
  session: SessionRef,
  steps: readonly StepDraft[],
  kept: readonly KeptSession[],
  signal: AbortSignal
): Promise<boolean> {
  const own = hashesOf(steps.filter(({ what }) => what !== 'checkpoint'))
  const found = await orFailure(() =>
    parts.readers.ask(parts.sources.get(session.source), session.id, 'capture', null, { signal })
  )
  if ('value' in found && holdsAll(hashesOf(found.value), own)) return true
  return kept.some(
    (one) =>
      one.session.source === session.source &&
      one.session.id === session.id &&
      holdsAll(new Set(one.parts.flatMap(({ content }) => content?.sha256 ?? [])), own)
  )
}

type Outcome<T> = { readonly value: T } | { readonly because: string }

async function orFailure<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (!(error instanceof ExpectedFailure) || error.failure.code === 'cancelled') throw error
    return { because: error.failure.message }
  }
}
