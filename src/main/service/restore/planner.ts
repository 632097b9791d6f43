import type { ChangeRequest } from '@shared/domain/change'
import type { Plan } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { Reading, SourceLocation } from '../agents/adapter'
import { movedDraft } from '../agents/file-store/moved-draft'
import type { AdapterChange, ImportSession, WritePart } from '../agents/write-part'
import { located } from '../operations/operation-record'
import { buildPlan, type PlanParts } from './build-plan'
import { settledDraft, wantedSteps } from './draft-parts'
import type { EngineParts } from './engine-parts'
import { forkOfKept, isForkOfKept } from './fork-kept'
import { joinedDrafts } from './joined-drafts'
import { recordedSource } from './keep-session'
import { findKeptPoint, isKeptPoint, stepsOfPoint } from './kept-points'
import { forkWhereItIs, movedNotes, refuseMoved, stepsWhereTheyAre } from './moved-folder'
import { type Natives, nativesOf } from './natives'
import { noSuchChange } from './no-such-change'
import { ignore } from './own-files'
import type { PlanDraft } from './plan-draft'
import { undoParts } from './undo-parts'

/** The plan of a change: the adapter says what each file shall hold, the rest is looked up here. */
export async function planChange(parts: EngineParts, asked: ChangeRequest): Promise<Plan> {
  const { about, gateway, plans } = parts
  const { session } = asked
  const source = await about.sourceOf(session.source)
  if (source === undefined) fail('source.missing', `There is no source ${session.source}.`)
  const write = about.adapterOf(source.agent)?.write
  const request = forkWhereItIs(about, source, asked)
  const reading = about.readingOf(source, new AbortController().signal)
  const make = await draftMaker(parts, write, source, request, reading)
  const natives = nativesOf(about, gateway, source, reading.signal)
  const { steps, ...draft } = await settledDraft(gateway, natives, make)
  refuseMoved(about, source, steps)
  const notes = [...movedNotes(about, source, request, steps), ...draft.notes]
  const planId = plans.newId()
  const wanted = await wantedSteps(steps, plans.contentOf(planId))
  const checkpoint = 'checkpoint' in request ? request.checkpoint : null
  const subject = { planId, kind: request.kind, session, source: recordedSource(source), checkpoint, operation: null }
  return seal(parts, natives, { ...draft, ...subject, notes, wanted, contentIn: 'plan' })
}

/** How the adapter plans a change; throws `refused` where its format does not allow it. */
async function draftMaker(
  parts: EngineParts,
  write: WritePart | undefined,
  source: SourceLocation,
  request: ChangeRequest,
  reading: Reading
): Promise<() => Promise<PlanDraft>> {
  if (write?.changes.includes('fork') && isForkOfKept(request, write))
    return () => forkOfKept(parts, write, source, request, reading)
  const change = await adapterChange(parts, request)
  if (!write?.changes.includes(change.kind)) return noSuchChange(source.agent, change.kind)
  return () => write.plan(source, change, reading)
}

/** What the adapter is asked: the change itself, or, for a point that the vault keeps, its parts. */
async function adapterChange(parts: EngineParts, request: ChangeRequest): Promise<AdapterChange> {
  const { session, ...change } = request
  const checkpoint = request.kind === 'restore' || request.kind === 'fork' ? request.checkpoint : null
  if (checkpoint === null || !isKeptPoint(checkpoint)) return { ...change, sessionId: session.id }
  const kept = await stepsOfPoint(parts, await findKeptPoint(parts, session, checkpoint))
  if (request.kind === 'fork') return { ...request, sessionId: session.id, parts: kept }
  return { kind: 'restore-kept', sessionId: session.id, parts: kept }
}

/** The plan of sessions that come from elsewhere: `from` is a place of our own, and the adapter says what of it becomes what here. */
export async function planImport(
  parts: EngineParts,
  source: SourceLocation,
  wishes: readonly ImportSession[]
): Promise<Plan> {
  const { about, gateway, plans } = parts
  const write = about.adapterOf(source.agent)?.write
  const canFork = write?.changes.includes('import') || write?.changes.includes('fork')
  if (write === undefined || !canFork) return noSuchChange(source.agent, 'import')
  const reading = about.readingOf(source, new AbortController().signal)
  const natives = nativesOf(about, gateway, source, reading.signal)
  const make = () => joinedDrafts(wishes, (wish) => importDraft(write, source, wish, reading))
  const { steps, ...draft } = await settledDraft(gateway, natives, make)
  const notes = [...draft.notes, ...folderNotes(wishes)]
  const planId = plans.newId()
  const wanted = await wantedSteps(steps, plans.contentOf(planId))
  const session = { source: source.id, id: draft.created ?? wishes[0]?.sessionId ?? '' }
  const subject = {
    planId,
    kind: 'import',
    session,
    source: recordedSource(source),
    checkpoint: null,
    operation: null
  } as const
  return seal(parts, natives, { ...draft, ...subject, notes, wanted, contentIn: 'plan' })
}

/** Where the folders of then are here; only what an agent records as a folder follows it. */
function folderNotes(wishes: readonly ImportSession[]): readonly string[] {
  const moved = wishes.flatMap(({ moves = [] }) => moves.map(({ from, to }) => `${from} is ${to} here.`))
  return [...new Set(moved)]
}

/** Where the adapter has no import of its own, its fork is made in the place of our own and written into the source instead. */
async function importDraft(
  write: WritePart,
  source: SourceLocation,
  wish: ImportSession,
  reading: Reading
): Promise<PlanDraft> {
  if (write.changes.includes('import')) return write.plan(source, wish, reading)
  const { sessionId, from, workspace, key = null, moves = [] } = wish
  const fork = { kind: 'fork', sessionId, checkpoint: null, entry: null, workspace, moves } as const
  return movedDraft(await write.plan(from, fork, { ...reading, key }), from, source)
}

/** The plan of an undo: the state before the operation, from the vault. */
export async function planUndo(parts: EngineParts, operation: string): Promise<Plan> {
  const found = await parts.book.find(operation)
  if (found === null) fail('not.found', `There is no operation ${operation}.`)
  const planId = parts.plans.newId()
  const { about, gateway, vault } = parts
  const source = located(found.record.source)
  const natives = nativesOf(about, gateway, source, new AbortController().signal)
  const { steps, notes } = await stepsWhereTheyAre(about, gateway, source, found.record.steps)
  const record = { ...found.record, steps: [...steps] }
  const back = await undoParts(gateway, natives, vault.blobs, planId, record, found.operation)
  return seal(parts, natives, { ...back, notes: [...notes, ...back.notes] })
}

async function seal(
  { about, gateway, grounds, plans }: EngineParts,
  natives: Natives,
  parts: PlanParts
): Promise<Plan> {
  await plans.prune().catch(ignore)
  const stored = await buildPlan(gateway, grounds, natives, parts, about.now())
  await plans.save(stored)
  return stored.plan
}
