import { agentNames } from '@shared/domain/agents'
import { fail } from '@shared/ipc/errors'
import type { ConflictDraft, PlanDraft, StepDraft } from '../../restore/plan-draft'
import type { Reading, SourceLocation } from '../adapter'
import type { Mending, RepairPart } from './repair-part'

export interface RepairWish {
  readonly sessionId: string
  /** Ids of fixes; null = all that exist. */
  readonly fixes: readonly string[] | null
}

/** The plan of a mending in place. Throws `refused` where nothing is damaged, `not.found` for a fix that is not or no longer there. */
export async function planRepair(
  repair: RepairPart,
  source: SourceLocation,
  { sessionId, fixes }: RepairWish,
  reading: Reading,
  inUse: (steps: readonly StepDraft[]) => string | null
): Promise<PlanDraft> {
  const mendings = await repair.find(source, sessionId, reading)
  const chosen = chosenOf(mendings, fixes)
  const wanted = mendings.filter((mending) => mending.fixes.some(({ id }) => chosen.has(id)))
  const { steps, conflicts } = await laidOut(wanted, chosen)
  const done = wanted.flatMap((mending) => mending.fixes.filter(({ id }) => chosen.has(id)))
  const busy = inUse(steps)
  return {
    title: `Session ${sessionId}, mended`,
    steps,
    conflicts: [...conflicts, ...(busy === null ? [] : [inUseConflict(busy, steps)])],
    cannot: done.flatMap(({ loses }) =>
      loses === null ? [] : [{ what: loses, because: 'its agent cannot take it as it is' }]
    ),
    notes: [
      `Close ${agentNames[source.agent]}, or at least this session in it, before this is applied.`,
      ...wanted.flatMap(({ notes = [] }) => notes),
      ...done.map(({ title, places }) => (places === 1 ? title : `${title} (${places} places)`))
    ],
    inputs: []
  }
}

/** Ids of the fixes that are to be done. */
export function chosenOf(mendings: readonly Mending[], wanted: RepairWish['fixes']): ReadonlySet<string> {
  const there = new Set(mendings.flatMap(({ fixes }) => fixes.map(({ id }) => id)))
  if (there.size === 0) {
    return fail('refused', 'Nothing in this session can be mended: no damage was found that Reprise knows a fix for.')
  }
  const gone = wanted?.find((id) => !there.has(id))
  if (gone !== undefined) {
    return fail('not.found', `There is no fix ${gone} for this session.`, {
      advice: `There is ${[...there].join(', ')}. Where another one was there before, the session has changed since: look again at what can be mended.`,
      data: { fixes: [...there] }
    })
  }
  const chosen = wanted === null ? there : new Set(wanted)
  return chosen.size === 0 ? fail('refused', 'No fix was chosen.') : chosen
}

/** All steps under ids of their own, with the conflicts that each mending has about its own ones. */
async function laidOut(mendings: readonly Mending[], chosen: ReadonlySet<string>) {
  const steps: StepDraft[] = []
  const conflicts = new Map<string, ConflictDraft>()
  for (const mending of mendings) {
    const own = (await mending.steps(chosen)).map((step, index) => {
      const number = steps.length + index
      return { ...step, id: number === 0 ? 'session' : `part-${number + 1}` }
    })
    steps.push(...own)
    for (const conflict of mending.conflicts?.(own) ?? []) {
      conflicts.set(conflict.id, joined(conflicts.get(conflict.id), conflict))
    }
  }
  return { steps, conflicts: [...conflicts.values()] }
}

/** The same question about more steps is asked once. */
function joined(earlier: ConflictDraft | undefined, conflict: ConflictDraft): ConflictDraft {
  if (earlier === undefined) return conflict
  const values = Object.keys(conflict.leavesOut)
  const both = values.map((value) => [
    value,
    [...(earlier.leavesOut[value] ?? []), ...(conflict.leavesOut[value] ?? [])]
  ])
  return { ...conflict, leavesOut: Object.fromEntries(both) }
}

/** Asks first where somebody seems to be at work on what these steps change. */
export function inUseConflict(what: string, steps: readonly StepDraft[]): ConflictDraft {
  return {
    id: 'in-use',
    code: 'session.in-use',
    what,
    step: null,
    options: [
      { value: 'keep', label: 'Leave it as it is', effect: 'Nothing is changed.' },
      { value: 'replace', label: 'Mend it anyway', effect: 'What is there now goes into the vault.' }
    ],
    default: 'keep',
    leavesOut: { keep: steps.map(({ id }) => id), replace: [] }
  }
}
