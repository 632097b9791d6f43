/** Makes something at the first call and keeps it; whatever it was made from can go then. */
export function once<T>(make: () => T): () => T {
  let waiting: (() => T) | null = make
  let made: T
  return () => {
    if (waiting !== null) {
      made = waiting()
      waiting = null
    }
    return made
  }
}
