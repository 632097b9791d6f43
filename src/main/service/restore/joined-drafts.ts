import type { CannotBringBack } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { ImportSession } from '../agents/write-part'
import { cutText } from '../catalog/cut-text'
import { maskTranscriptText } from '../redaction/mask-transcript-text'
import { type ConflictDraft, isNative, type MadeSession, type PlanDraft, type StepDraft } from './plan-draft'

/** A plan holds the new content of all its files in memory while it is made. */
const mostBytes = 1024 * 1024 * 1024

const longestTitle = 80

/** One draft of several new sessions, each made knowing which ones come before it. Of one session it is that draft itself. */
export async function joinedDrafts(
  wishes: readonly ImportSession[],
  make: (wish: ImportSession) => Promise<PlanDraft>
): Promise<PlanDraft> {
  const [only, ...others] = wishes
  if (only !== undefined && others.length === 0) return make(only)
  const drafts: PlanDraft[] = []
  let bytes = 0
  for (const wish of wishes) {
    const draft = await make({ ...wish, before: drafts.flatMap(({ created }) => created ?? []) })
    bytes += draft.steps.reduce((sum, { content }) => sum + (content?.length ?? 0), 0)
    if (bytes > mostBytes) {
      fail('refused', `These sessions have more than ${mostBytes} bytes together.`, {
        advice: 'Put fewer of them into the store at a time.'
      })
    }
    drafts.push(prefixed(draft, `${drafts.length + 1}/`))
  }
  return joined(drafts)
}

/** Steps of every draft are numbered from the beginning, so each gets a name of its own. */
function prefixed(draft: PlanDraft, prefix: string): PlanDraft {
  const named = (ids: readonly string[]) => ids.map((id) => prefix + id)
  // Journals keep it for ever.
  const title = cutText(maskTranscriptText(draft.title).text, longestTitle)
  return {
    ...draft,
    // The rows of a plan look alike otherwise.
    steps: draft.steps.map((step) => ({ ...step, id: prefix + step.id, because: `“${title}”: ${step.because}` })),
    conflicts: draft.conflicts.map((conflict) => ({
      ...conflict,
      // What concerns the store and not one step is asked once.
      id: conflict.step === null ? conflict.id : prefix + conflict.id,
      step: conflict.step === null ? null : prefix + conflict.step,
      leavesOut: Object.fromEntries(Object.entries(conflict.leavesOut).map(([option, ids]) => [option, named(ids)]))
    }))
  }
}

function joined(drafts: readonly PlanDraft[]): PlanDraft {
  const [first] = drafts
  const sessions = drafts.flatMap(({ created, steps }): MadeSession[] =>
    created === undefined ? [] : [{ id: created, steps: steps.map(({ id }) => id) }]
  )
  const { steps, others } = once(drafts.flatMap(({ steps }) => steps))
  const cannot = [...drafts.flatMap(({ cannot }) => cannot), ...others]
  return {
    title: `${drafts.length} sessions`,
    ...(first?.created !== undefined && { created: first.created }),
    sessions,
    steps,
    conflicts: joinedConflicts(drafts.flatMap(({ conflicts }) => conflicts)),
    cannot: [...new Map(cannot.map((each) => [JSON.stringify(each), each])).values()],
    notes: [...new Set(drafts.flatMap(({ notes }) => notes))],
    inputs: [...new Set(drafts.flatMap(({ inputs }) => inputs))]
  }
}

/** What several sessions need alike, such as the mark of their folder, is written once. Of single files the first one wins, and the other is named. */
function once(steps: readonly StepDraft[]): { steps: readonly StepDraft[]; others: readonly CannotBringBack[] } {
  const files = new Map<string, Uint8Array>()
  const others: CannotBringBack[] = []
  const taken = steps.filter((step) => {
    if (isNative(step) || step.content === null) return true
    const same = files.get(step.path)
    if (same === undefined) files.set(step.path, step.content)
    if (same === undefined) return true
    if (Buffer.compare(same, step.content) === 0) return false
    if (step.what !== 'file') return true
    others.push({ what: step.path, because: 'another of these sessions brings one of this name with other content' })
    return false
  })
  return { steps: taken, others }
}

/** Conflicts of one id are one question about the steps of all of them. */
function joinedConflicts(conflicts: readonly ConflictDraft[]): readonly ConflictDraft[] {
  const found = new Map<string, ConflictDraft>()
  for (const conflict of conflicts) {
    const same = found.get(conflict.id)
    found.set(conflict.id, same === undefined ? conflict : { ...same, leavesOut: both(same, conflict) })
  }
  return [...found.values()]
}

function both(one: ConflictDraft, other: ConflictDraft): ConflictDraft['leavesOut'] {
  const options = new Set([...Object.keys(one.leavesOut), ...Object.keys(other.leavesOut)])
  return Object.fromEntries(
    [...options].map((option) => [option, [...(one.leavesOut[option] ?? []), ...(other.leavesOut[option] ?? [])]])
  )
}
