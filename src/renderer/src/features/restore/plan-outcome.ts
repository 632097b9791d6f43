import type { Plan, PlanStep } from '@shared/domain/plan'

/** What a plan does under the choices that were made. */
export interface PlanOutcome {
  readonly create: readonly PlanStep[]
  readonly replace: readonly PlanStep[]
  readonly remove: readonly PlanStep[]
  /** Kept because nothing differs, or by choice. */
  readonly keep: readonly PlanStep[]
  readonly leftOut: ReadonlySet<string>
  /** Steps that change something. */
  readonly changes: number
  /** Bytes of the present state that go into the vault first. */
  readonly safetyCopyBytes: number
}

/** A conflict without a choice takes its default. */
export function planOutcome(plan: Plan, choices: Readonly<Record<string, string>>): PlanOutcome {
  const leftOut = new Set<string>()
  for (const conflict of plan.conflicts) {
    const chosen = choices[conflict.id] ?? conflict.default
    const option = conflict.options.find((each) => each.value === chosen)
    for (const step of option?.leavesOut ?? []) leftOut.add(step)
  }
  const of = (action: PlanStep['action']) =>
    plan.steps.filter((step) => step.action === action && !leftOut.has(step.id))
  const [create, replace, remove] = [of('create'), of('replace'), of('remove')]
  const changing = [...create, ...replace, ...remove]
  return {
    create,
    replace,
    remove,
    keep: plan.steps.filter((step) => step.action === 'keep' || leftOut.has(step.id)),
    leftOut,
    changes: changing.length,
    safetyCopyBytes: changing.reduce((sum, step) => sum + step.before.bytes, 0)
  }
}
