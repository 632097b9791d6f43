import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * SQLite gives the files beside a database to their owner each time root opens them, which sets the time of their last status change and nothing
 * else. For an ordinary user that time has to stay, too.
 */
const isRoot = process.getuid?.() === 0

/** Every file and folder below a place, with what would change if anything wrote, created, renamed or touched it. */
export function fileStates(root: string): Record<string, string> {
  const states: Record<string, string> = {}
  const look = (path: string, name: string) => {
    const { ino, mode, size, mtimeNs, ctimeNs, nlink } = lstatSync(path, { bigint: true })
    states[name] = [ino, mode, size, mtimeNs, nlink, isRoot ? '' : ctimeNs].join(' ')
    if (lstatSync(path).isDirectory())
      for (const child of readdirSync(path).sort()) look(join(path, child), `${name}/${child}`)
  }
  look(root, '')
  return states
}
