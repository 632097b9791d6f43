/**
 * The project folder that Claude Code uses for a working directory: every character that is not a letter or digit of ASCII becomes a dash,
 * so it cannot be turned back (cases: B4, B5). A long path is cut and gets a hash, which is not compared.
 */
export function isFolderOf(project: string, cwd: string): boolean {
  const encoded = cwd.replace(/[^A-Za-z0-9]/g, '-')
  if (encoded === project) return true
  const plain = folderOf(cwd)
  if (plain === project || encoded.toLowerCase() === project.toLowerCase()) return true
  return project.length > 180 && encoded.startsWith(project.slice(0, 180))
}

/** Of names longer than this only the beginning is known. */
export const longestFolderName = 200

/** The name as Claude Code would make it, of a path that is not longer than `longestFolderName`. */
export function folderOf(cwd: string): string {
  return cwd.normalize('NFC').replace(/[^A-Za-z0-9]/g, '-')
}
