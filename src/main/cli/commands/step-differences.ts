import type { TextDifference, TextRow } from '@shared/domain/diff'
import type { Plan, PlanStep } from '@shared/domain/plan'
import type { CommandContext } from '../command'
import { plainPath, plainText } from '../output/plain-text'

/** What one step of a plan changes, with all of its rows. */
export interface StepDifference {
  readonly step: string
  readonly path: string
  readonly difference: TextDifference
}

/** What each step of a plan would change, before and after; a step that changes nothing is left out. */
export async function stepDifferences({ call }: CommandContext, plan: Plan): Promise<readonly StepDifference[]> {
  const found: StepDifference[] = []
  for (const { id, path } of plan.steps.filter(({ action }) => action !== 'keep')) {
    let difference: TextDifference | null = null
    for (let offset: number | null = 0; offset !== null; ) {
      const page: TextDifference = await call('compare.step', { planId: plan.planId, step: id, offset, limit: 2000 })
      difference = difference === null ? page : { ...page, rows: [...difference.rows, ...page.rows] }
      offset = page.next
    }
    if (difference !== null) found.push({ step: id, path, difference })
  }
  return found
}

/** Characters of a line that are shown; records of a session can have megabytes. */
const mostCharacters = 400

export function differenceLines(
  { path, difference: { state, a, b, rows } }: StepDifference,
  { action }: Pick<PlanStep, 'action'>
): string[] {
  const head = `${action} ${plainPath(path)}: ${a?.bytes ?? 0} bytes become ${b?.bytes ?? 0}`
  if (state === 'text') return [head, ...rows.map((row) => `  ${rowText(row)}`)]
  return [head, state === 'large' ? '  too large to be shown line by line' : '  no text']
}

function rowText(row: TextRow): string {
  if (row.kind === 'fold') return `… ${row.lines} unchanged`
  const text = row.parts.map((part) => part.text).join('')
  const cut = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
  return `${row.sign} ${plainText(cut).replaceAll('\n', ' ')}`
}
