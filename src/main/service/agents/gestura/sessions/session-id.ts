/**
 * Why an id cannot name a file of the agent's session store; null when it can. The same rule guards task files, whose names the agent
 * itself does not check.
 */
export function unfitId(id: string): string | null {
  if (id === '') return 'it is empty'
  // No UTF-16 unit takes more than three bytes.
  if (id.length > 42 && Buffer.byteLength(id) > 128) return 'it is longer than 128 bytes'
  if (id.includes('/') || id.includes('\\')) return 'it contains a path separator'
  if (id.includes('..')) return 'it contains two dots in a row'
  // NUL ends a path early, and no file system takes it.
  return id.includes('\0') ? 'it contains a NUL character' : null
}
