let told = false

/**
 * Takes what electron-log has to say when its own file cannot be written: one line on stderr, once in a process, where it would print a stack
 * each time. A full disk is no reason for more. False for every other message.
 */
export function tellUnwritten(data: readonly unknown[]): boolean {
  const text = data.join(' ')
  if (!/Can't write to |Could not rotate log/.test(text)) return false
  if (told) return true
  told = true
  const place = text.match(/Can't write to (.+?\.log)\b/)?.[1] ?? 'of Reprise'
  const code = text.match(/\bE[A-Z]{3,}\b/)?.[0] ?? 'unknown'
  process.stderr.write(`reprise: The log ${place} cannot be written (${code}). Everything else goes on.\n`)
  return true
}
