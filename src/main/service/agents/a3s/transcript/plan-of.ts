import { type Fields, fieldsOf, listOf, textOf } from '../fields'

/** Goal and steps of a plan event (format 2.6). */
export function planOf(event: unknown): { readonly text: string; readonly steps: { text: string; status: string }[] } {
  const plan: Fields = fieldsOf(fieldsOf(event).plan)
  const steps = listOf(plan.steps).map((step) => {
    const { content, status } = fieldsOf(step)
    return { text: textOf(content), status: textOf(status) }
  })
  return { text: textOf(plan.goal), steps }
}
