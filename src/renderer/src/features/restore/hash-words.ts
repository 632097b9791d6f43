/** Start and end of a SHA-256, enough to compare two by eye. */
export function shortHash(hash: string | null): string {
  return hash === null ? 'not there' : `${hash.slice(0, 4)}…${hash.slice(-4)}`
}
