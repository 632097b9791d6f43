/** As many as the system's pool for disk work has threads. */
const limit = 4

/**
 * Does the same for each item, a few at once, since most of the time is waiting for the disk. After a failure no further item
 * is begun, and the first failure is thrown only when nothing is under way any more: who cleans up then is alone.
 */
export async function sideBySide<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length && failures.length === 0) {
      const item = items[next] as T
      next += 1
      await work(item).catch((error) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: limit }, worker))
  if (failures.length > 0) throw failures[0]
}
