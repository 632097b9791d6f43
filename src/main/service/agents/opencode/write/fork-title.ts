const numbered = /^(.*) \(fork #(\d{1,6})\)$/s

/** As opencode names a fork. */
export function forkTitle(title: string): string {
  const match = numbered.exec(title)
  return match === null ? `${title} (fork #1)` : `${match[1]} (fork #${Number(match[2]) + 1})`
}
