/** Answers for all of them, in their order; some at a time, since most of the time of a small file is spent on waiting for the disk. */
export async function inTurns<T, R>(items: readonly T[], answer: (item: T) => Promise<R>, atOnce = 16): Promise<R[]> {
  const answers: R[] = []
  let next = 0
  const work = async () => {
    while (next < items.length) {
      const at = next++
      answers[at] = await answer(items[at] as T)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  return answers
}
