/** As many as the system's pool for disk work has threads. */
const poolThreads = 4

/**
 * Answers for all of them, in their order; some at a time, since most of the time of a small file is spent on waiting for the disk. After a
 * failure no further item is begun, and the first failure is thrown only when nothing is under way any more: who cleans up then is alone.
 */
export async function inTurns<T, R>(
  items: readonly T[],
  answer: (item: T) => Promise<R>,
  atOnce = poolThreads
): Promise<R[]> {
  const answers: R[] = []
  const failures: unknown[] = []
  let next = 0
  const work = async () => {
    while (next < items.length && failures.length === 0) {
      const at = next++
      try {
        answers[at] = await answer(items[at] as T)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  if (failures.length > 0) throw failures[0]
  return answers
}
