/** Where in a file something is, for people; what has no length is a point. */
export function bytesWords(from: number, to: number): string {
  return from === to ? `at byte ${from}` : `bytes ${from} to ${to}`
}
