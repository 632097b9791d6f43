import type { Plan } from '@shared/domain/plan'

/** One thing that a choice does which is asked about a second time, just before it is done. */
export interface Consent {
  readonly id: string
  readonly question: string
  /** What is the case, and what the choice does. */
  readonly words: readonly string[]
  /** What the button does before what the plan does; null where that says it. */
  readonly verb: string | null
}

const questions: Readonly<Record<string, { question: string; verb: string | null }>> = {
  'a3s.lease.held': { question: 'Take over the writer lease?', verb: 'Take over and' },
  'many.removals': { question: 'Set this many aside?', verb: null }
}

/** What is to be asked again under the present choices: a lease of somebody else that is taken, and many removals. It is never remembered. */
export function consentsNeeded(plan: Plan, choices: Readonly<Record<string, string>>): Consent[] {
  return plan.conflicts.flatMap((conflict) => {
    const asked = questions[conflict.code]
    const chosen = choices[conflict.id] ?? conflict.default
    const option = conflict.options.find(({ value }) => value === chosen)
    if (!asked || !option || chosen === conflict.default) return []
    return [{ id: conflict.id, ...asked, words: [conflict.what, option.effect] }]
  })
}
