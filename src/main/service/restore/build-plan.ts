import type { ChangeKind } from '@shared/domain/change'
import type { CannotBringBack, FileFacts, Plan, PlanConflict, PlanStep, StepSubject } from '@shared/domain/plan'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import { inTurns } from '../in-turns'
import type { Companion, FileStep, FolderToMake, RecordedSource } from '../operations/operation-record'
import { maskTranscriptText } from '../redaction/mask-transcript-text'
import { canonicalJson } from './canonical-json'
import { absent, readFacts, sameContent } from './file-facts'
import type { Gateway } from './gateway'
import type { NativeTarget } from './native-store'
import { type Natives, stateNow } from './natives'
import type { ConflictDraft, MadeSession } from './plan-draft'
import { planLifetime } from './plan-store'
import { rememberedFolders } from './remembered-folders'
import { type Grounds, safeTarget } from './safe-target'
import { digestOf, type StoredPlan } from './stored-plan'

/** What one file shall hold. `content` null removes it. */
export interface WantedStep {
  readonly id: string
  readonly what: StepSubject
  readonly path: string
  readonly approvedRoot: string
  readonly because: string
  readonly content: { readonly sha256: string; readonly bytes: number } | null
  /** Set where only the agent's own protocol may change it. */
  readonly target?: NativeTarget
  /** Rights of a new file; an existing one keeps its own. */
  readonly mode: number
  /** Folders to remove with the file when they are empty then. */
  readonly empties: readonly FolderToMake[]
}

/** Everything that a plan is built from, be it a restore or an undo. */
export interface PlanParts {
  readonly planId: string
  readonly kind: ChangeKind
  readonly session: Plan['session']
  readonly source: RecordedSource
  readonly title: string
  readonly checkpoint: string | null
  readonly operation: string | null
  /** Id of the session that a fork makes. */
  readonly created?: string
  /** Where several are made. */
  readonly sessions?: readonly MadeSession[]
  readonly wanted: readonly WantedStep[]
  readonly conflicts: readonly ConflictDraft[]
  readonly cannot: readonly Plan['cannot'][number][]
  readonly notes: readonly string[]
  readonly inputs: readonly string[]
  readonly contentIn: 'plan' | 'vault'
}

/** More removals than this need a second, explicit consent. */
const manyRemovals = 20

interface Looked {
  readonly wanted: WantedStep
  readonly real: string
  readonly step: PlanStep
  readonly file: FileStep | null
}

/** Looks at every target, decides what each step is, and seals it all with a digest. Writes nothing. */
export async function buildPlan(
  gateway: Gateway,
  grounds: Grounds,
  natives: Natives,
  parts: PlanParts,
  now: number
): Promise<StoredPlan> {
  const folders = rememberedFolders(gateway)
  const seen = await inTurns(parts.wanted, (wanted) => lookUnlessUnsafe(folders, grounds, natives, wanted))
  const looked = seen.filter((each): each is Looked => 'wanted' in each)
  const cannot = [...parts.cannot, ...seen.filter((each): each is CannotBringBack => !('wanted' in each))]
  checkNamedOnce(looked)
  const steps = looked.flatMap((item) => item.file ?? [])
  const ids = new Set(looked.map((item) => item.step.id))
  const conflicts = [...parts.conflicts.filter((conflict) => concerns(conflict, ids)), ...askAboutRemovals(steps)]
  const inputs: StoredPlan['inputs'] = []
  for (const path of new Set(parts.inputs)) inputs.push({ path, sha256: (await readFacts(gateway, path)).sha256 })
  const stored: StoredPlan = {
    format: 1,
    plan: planOf(parts, looked, conflicts, cannot, now),
    source: parts.source,
    steps,
    companions: looked.flatMap(companionOf),
    contentIn: parts.contentIn,
    ...(parts.sessions && { sessions: parts.sessions.map(({ id, steps }) => ({ id, steps: [...steps] })) }),
    leavesOut: Object.fromEntries(conflicts.map((conflict) => [conflict.id, mutable(conflict.leavesOut)])),
    inputs
  }
  return { ...stored, plan: { ...stored.plan, digest: digestOf(stored) } }
}

/** A session and its tasks belong together, so one unsafe path refuses all; one of many files is only left out and named. */
async function lookUnlessUnsafe(
  gateway: Gateway,
  grounds: Grounds,
  natives: Natives,
  wanted: WantedStep
): Promise<Looked | CannotBringBack> {
  try {
    return await look(gateway, grounds, natives, wanted)
  } catch (error) {
    if (wanted.what !== 'file' || !(error instanceof ExpectedFailure) || error.failure.code !== 'refused') throw error
    return { what: wanted.path, because: error.failure.message }
  }
}

async function look(gateway: Gateway, grounds: Grounds, natives: Natives, wanted: WantedStep): Promise<Looked> {
  const { real, missingFolders, node } = await safeTarget(gateway, wanted.path, wanted.approvedRoot, grounds)
  const { target } = wanted
  const before = await stateNow(gateway, natives, { real, target }, node)
  const after: FileFacts =
    wanted.content === null
      ? absent
      : {
          exists: true,
          bytes: wanted.content.bytes,
          sha256: wanted.content.sha256,
          mode: target === undefined ? (before.mode ?? wanted.mode) : null,
          modifiedAt: null
        }
  const { id, what, path, approvedRoot } = wanted
  const because = masked(wanted.because)
  if (sameContent(before, after)) {
    return { wanted, real, step: { id, action: 'keep', what, path, before, after: before, because }, file: null }
  }
  const action = !before.exists ? 'create' : after.exists ? 'replace' : 'remove'
  // Where a store of its own keeps its states is the agent's affair, folders included.
  const makes = action === 'create' && target === undefined ? [...missingFolders] : []
  const empties = action === 'remove' ? [...wanted.empties] : []
  const place = { path, real, approvedRoot, ...(target && { target: { ...target } }) }
  return {
    wanted,
    real,
    step: { id, action, what, path, before, after, because },
    file: { id, action, what, ...place, before, after, makes, empties, because }
  }
}

/** Single files of many are no part of a session's own state. */
function companionOf({ wanted, real, step }: Looked): Companion[] {
  if (step.action !== 'keep' || step.what === 'file') return []
  const { id, what, path, approvedRoot, target } = wanted
  return [{ id, what, path, real, approvedRoot, ...(target && { target: { ...target } }), state: step.before }]
}

function checkNamedOnce(looked: readonly Looked[]): void {
  const ids = new Set<string>()
  const places = new Set<string>()
  const stores = new Set<string>()
  for (const { step, real, wanted } of looked) {
    // Compared without case: on some disks two spellings are one file.
    const file = real.toLowerCase()
    const place = wanted.target === undefined ? file : `${file}\0${canonicalJson(wanted.target)}`
    if (ids.has(step.id) || places.has(place)) fail('refused', `The plan names ${step.path} twice.`)
    ids.add(step.id)
    places.add(place)
    if (wanted.target !== undefined) stores.add(file)
  }
  const both = [...stores].find((file) => places.has(file))
  if (both !== undefined) fail('refused', `The plan would write ${both} as a file and as a store at once.`)
}

/** A conflict about a step that was refused has nothing left to decide. */
function concerns(conflict: ConflictDraft, ids: ReadonlySet<string>): boolean {
  return conflict.step === null || ids.has(conflict.step)
}

function askAboutRemovals(steps: readonly FileStep[]): ConflictDraft[] {
  const removed = steps.filter((step) => step.action === 'remove')
  if (removed.length <= manyRemovals) return []
  return [
    {
      id: 'many-removals',
      code: 'many.removals',
      what: `${removed.length} files would be removed.`,
      step: null,
      options: [
        { value: 'keep', label: 'Keep them', effect: 'No file is removed; the other steps are done.' },
        { value: 'remove', label: 'Remove them', effect: 'Each one goes into the vault and can be brought back.' }
      ],
      default: 'keep',
      leavesOut: { keep: removed.map((step) => step.id), remove: [] }
    }
  ]
}

function planOf(
  parts: PlanParts,
  looked: readonly Looked[],
  conflicts: readonly ConflictDraft[],
  cannot: Plan['cannot'],
  now: number
): Plan {
  const steps = looked.map((item) => item.step)
  const changing = steps.filter((step) => step.action !== 'keep')
  return {
    planId: parts.planId,
    kind: parts.kind,
    digest: '',
    session: parts.session,
    agent: parts.source.agent,
    title: masked(parts.title),
    checkpoint: parts.checkpoint,
    operation: parts.operation,
    ...(parts.created !== undefined && { created: { source: parts.session.source, id: parts.created } }),
    ...(parts.sessions && { createdAll: parts.sessions.map(({ id }) => ({ source: parts.session.source, id })) }),
    madeAt: now,
    expiresAt: now + planLifetime,
    steps,
    conflicts: conflicts.map(shown),
    cannot: cannot.map(({ what, because }) => ({ what: masked(what), because: masked(because) })),
    notes: parts.notes.map(masked),
    bytes: changing.reduce((sum, step) => sum + step.after.bytes, 0),
    safetyCopyBytes: changing.reduce((sum, step) => sum + step.before.bytes, 0)
  }
}

function shown({ leavesOut, ...conflict }: ConflictDraft): PlanConflict {
  const options = conflict.options.map((option) => ({ ...option, leavesOut: [...(leavesOut[option.value] ?? [])] }))
  return { ...conflict, options }
}

/** Titles and reasons may hold words of a session, and journals keep them for ever. */
function masked(text: string): string {
  return maskTranscriptText(text).text
}

function mutable(leavesOut: ConflictDraft['leavesOut']): Record<string, string[]> {
  return Object.fromEntries(Object.entries(leavesOut).map(([option, ids]) => [option, [...ids]]))
}
