import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What a look at a folder could change: of everything in it inode, size, rights, and the times of content and of the entry itself. */
export function snapshotTree(root: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  const visit = (path: string) => {
    const stat = lstatSync(path, { bigint: true })
    found[path] = [stat.ino, stat.size, stat.mode, stat.mtimeNs, stat.ctimeNs].join(' ')
    if (stat.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name))
  }
  visit(root)
  return found
}
