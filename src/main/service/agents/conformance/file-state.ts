import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What a folder looks like from outside: every name with its inode, mode, size, times and content. Two of these are equal only if
 * nothing was created, removed, replaced, touched or written. Access times are left out: reading may set them.
 */
export function fileState(root: string): Record<string, string> {
  const state: Record<string, string> = {}
  const visit = (path: string, name: string) => {
    const facts = lstatSync(path, { bigint: true })
    const about = [facts.ino, facts.mode, facts.size, facts.mtimeNs, facts.ctimeNs].join(' ')
    const content = facts.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
    state[name] = `${about} ${content}`
    if (facts.isDirectory()) for (const each of readdirSync(path)) visit(join(path, each), `${name}/${each}`)
  }
  visit(root, '')
  return state
}
