/** What decides whether two spellings of a path can only mean one folder. */
export interface PathGround {
  /** The WSL distribution that POSIX paths belong to; null where they are paths of this machine. */
  readonly distribution: string | null
}

export const thisMachine: PathGround = { distribution: null }

/**
 * A spelling by which two recorded paths are the same folder whenever that is certain: Unicode in one form, no separator at the end, `\\?\` left
 * out, drive letters and Windows names without case, `/mnt/c/x` of a WSL distribution as `C:\x`, `\\wsl$\D\x` as `/x` of that distribution
 * (cases: B5, B6). Pure: no folder is looked at.
 */
export function pathKey(path: string, ground: PathGround = thisMachine): string {
  const plain = withoutPrefix(path.normalize('NFC'))
  const inWsl = /^[\\/]{2}wsl(?:\$|\.localhost)[\\/]([^\\/]+)(.*)$/i.exec(plain)
  if (inWsl) return wslKey((inWsl[1] ?? '').toLowerCase(), slashes(inWsl[2] ?? ''))
  if (/^[a-z]:(?:[\\/]|$)/i.test(plain) || /^\\\\[^\\]/.test(plain)) return ended(slashes(plain)).toLowerCase()
  if (plain.startsWith('/') && ground.distribution !== null) return wslKey(ground.distribution.toLowerCase(), plain)
  return ended(plain)
}

/** The distribution that a source lies in, by its root; else the one that this process runs in. */
export function groundOf(root: string, env: Readonly<Record<string, string | undefined>>): PathGround {
  const named = /^[\\/]{2}wsl(?:\$|\.localhost)[\\/]([^\\/]+)/i.exec(withoutPrefix(root))?.[1]
  return { distribution: named ?? (root.startsWith('/') ? (env.WSL_DISTRO_NAME ?? null) : null) }
}

function wslKey(distribution: string, path: string): string {
  const mounted = /^\/mnt\/([a-z])(\/.*)?$/i.exec(path)
  if (mounted) return ended(`${mounted[1]}:${mounted[2] ?? ''}`).toLowerCase()
  return ended(`//wsl/${distribution}${path}`)
}

/** `\\?\C:\x` and `\\?\UNC\server\x` are other names of the same. */
function withoutPrefix(path: string): string {
  const rest = /^[\\/]{2}[?.][\\/](.*)$/s.exec(path)?.[1]
  if (rest === undefined) return path
  return /^UNC[\\/]/i.test(rest) ? `\\\\${rest.slice(4)}` : rest
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/')
}

function ended(path: string): string {
  return path.replace(/(?<=[^/:])\/+$/, '').replace(/^([a-z]:)\/$/i, '$1')
}
