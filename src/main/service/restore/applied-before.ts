import { ExpectedFailure, fail } from '@shared/ipc/errors'
import type { OperationBook } from '../operations/operation-book'

/**
 * Goes on with `error`, the failure of the look at what the plan rests on. Where it is the plan itself that made the difference,
 * because it was carried out before and that still stands, it says so and names the operation.
 */
export async function tellAppliedBefore(book: OperationBook, planId: string, error: unknown): Promise<never> {
  if (error instanceof ExpectedFailure && error.failure.code === 'precondition.failed') {
    const made = (await book.journals()).flatMap(({ record }) => (record?.planId === planId ? [record.id] : []))
    const standing = (await book.all()).find(({ id, state }) => made.includes(id) && state === 'done')
    if (standing !== undefined) {
      fail(
        'precondition.failed',
        `This plan was carried out before, as operation ${standing.id}. Nothing was changed now.`,
        {
          advice: `To take it back, undo ${standing.id}; to do it anew, make a new plan.`,
          data: { ...error.failure.data, operation: standing.id }
        }
      )
    }
  }
  throw error
}
