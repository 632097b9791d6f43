/**
 * The project folder that Claude Code uses for a working directory: every character that is not a letter or digit of ASCII becomes a dash,
 * so it cannot be turned back (cases: B4, B5). A long path is cut and gets a hash, which is not compared.
 */
export function isFolderOf(project: string, cwd: string): boolean {
  const encoded = cwd.replace(/[^A-Za-z0-9]/g, '-')
  if (encoded === project) return true
  const plain = cwd.normalize('NFC').replace(/[^A-Za-z0-9]/g, '-')
  if (plain === project || encoded.toLowerCase() === project.toLowerCase()) return true
  return project.length > 180 && encoded.startsWith(project.slice(0, 180))
}
