import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImportMeter, tooLarge } from './limits'
import type { ScratchTree, TakenFile } from './scratch-tree'

export interface TakenFolder {
  readonly files: readonly TakenFile[]
  readonly notes: readonly string[]
}

interface FoundFile {
  readonly name: string
  readonly path: string
}

/** Folders that hold no sessions and may hold very much. */
const skipped: ReadonlySet<string> = new Set(['node_modules', '.git'])

/**
 * Copies what lies in a folder into the scratch folder. Everything is counted before the first byte is copied. Links, pipes and devices are not
 * followed; how many there are is said. Throws `refused` where it is too much.
 */
export async function takeFolder(
  folder: string,
  tree: ScratchTree,
  under: string,
  meter: ImportMeter,
  signal: AbortSignal,
  progress: (done: number, total: number) => void
): Promise<TakenFolder> {
  const found: FoundFile[] = []
  let planned = 0
  const left = { links: 0, others: 0, skipped: 0, deep: 0, unreadable: 0 }
  await walk(folder, under, 0)
  const files: TakenFile[] = []
  for (const { name, path } of found) {
    progress(files.length, found.length)
    files.push(await tree.addFile(name, path, meter, signal))
  }
  return { files, notes: notesOf(left) }

  async function walk(path: string, name: string, depth: number): Promise<void> {
    signal.throwIfAborted()
    if (depth > meter.limits.depth) {
      left.deep += 1
      return
    }
    for (const entry of await entriesIn(path)) {
      const inside = { path: join(path, entry.name), name: `${name}/${entry.name}` }
      if (entry.isDirectory()) {
        if (skipped.has(entry.name)) left.skipped += 1
        else await walk(inside.path, inside.name, depth + 1)
      } else if (entry.isFile()) await takeNote(inside)
      else if (entry.isSymbolicLink()) left.links += 1
      else left.others += 1
    }
  }

  async function entriesIn(path: string): Promise<Dirent[]> {
    try {
      return (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))
    } catch {
      left.unreadable += 1
      return []
    }
  }

  async function takeNote(file: FoundFile): Promise<void> {
    const facts = await lstat(file.path)
    meter.addFile(file.name, facts.size)
    // What is too much is known before anything is copied.
    planned += facts.size
    if (planned > meter.limits.totalBytes) tooLarge('What is inside has', planned, meter.limits.totalBytes)
    found.push(file)
  }
}

function notesOf(left: Readonly<Record<'links' | 'others' | 'skipped' | 'deep' | 'unreadable', number>>): string[] {
  const said: [number, string, string][] = [
    [left.links, 'link was not followed', 'links were not followed'],
    [left.others, 'pipe, socket or device was left out', 'pipes, sockets or devices were left out'],
    [
      left.skipped,
      'folder named .git or node_modules was left out',
      'folders named .git or node_modules were left out'
    ],
    [left.deep, 'folder lies too deep and was left out', 'folders lie too deep and were left out'],
    [left.unreadable, 'folder cannot be read', 'folders cannot be read']
  ]
  return said.filter(([count]) => count > 0).map(([count, one, many]) => `${count} ${count === 1 ? one : many}.`)
}
