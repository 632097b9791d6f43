import { ExpectedFailure } from '@shared/ipc/errors'

/** Passes an answer on; where something was not found and the service says no more, `advice` says which command lists it. */
export async function withHint<T>(answer: Promise<T>, advice: string): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
    const { failure } = error
    if (failure.code !== 'not.found' || failure.advice !== undefined) throw error
    throw new ExpectedFailure({ ...failure, advice })
  }
}
