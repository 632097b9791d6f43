import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { Holder, isGone, thisHolder } from '../lease/holder'
import { makeFolders } from '../make-folders'

/** A file that is being written beside the place that a person named, and who writes it. Noted in our own folder before the file is made. */
const Note = z.object({ path: z.string(), writer: Holder })

const notesIn = (own: string) => join(own, 'unfinished')

export interface UnfinishedFile {
  /** A name of 128 random bits, so that whatever has it is ours. Nothing is there yet. */
  readonly path: string
  /** Removes what is left under that name, and then forgets it. */
  end(): void
}

/** Notes a file that will stand beside `target` for as long as that is written. */
export function beginFile(own: string, target: string): UnfinishedFile {
  const token = randomBytes(16).toString('hex')
  const path = join(dirname(target), `.reprise-${token}.part`)
  const note = join(notesIn(own), `${token}.json`)
  makeFolders(notesIn(own), 0o700)
  writeNote(note, JSON.stringify({ path, writer: thisHolder() } satisfies z.infer<typeof Note>))
  const end = () => {
    rmSync(path, { force: true })
    rmSync(note, { force: true })
  }
  return { path, end }
}

/**
 * Removes files that processes of ours had begun and are not there any more to finish. Only what was noted beforehand under its random name, and is a
 * plain file, is touched; what cannot be removed now is tried again the next time.
 */
export function clearUnfinished(own: string): void {
  for (const name of notesOf(own)) {
    const note = join(notesIn(own), name)
    const path = abandonedBy(note, name.slice(0, -'.json'.length))
    if (path === null || !remove(path)) continue
    rmSync(note, { force: true })
  }
}

function notesOf(own: string): readonly string[] {
  try {
    return readdirSync(notesIn(own)).filter((name) => /^[0-9a-f]{32}\.json$/.test(name))
  } catch {
    return []
  }
}

/** The file that a note speaks of; null where its writer may still live, or the note is not one of ours or torn. */
function abandonedBy(note: string, token: string): string | null {
  try {
    const { path, writer } = Note.parse(JSON.parse(readFileSync(note, 'utf8')))
    const isOurs = isAbsolute(path) && basename(path) === `.reprise-${token}.part`
    return isOurs && isGone(writer) ? path : null
  } catch {
    // A note that was not written whole is older than its file, so there is none; it is small and stays.
    return null
  }
}

/** Whether nothing is left under that name. Where the folder itself is not there, its disk may come back. */
function remove(path: string): boolean {
  try {
    if (lstatSync(dirname(path), { throwIfNoEntry: false }) === undefined) return false
    const there = lstatSync(path, { throwIfNoEntry: false })
    if (there === undefined) return true
    if (!there.isFile()) return false
    rmSync(path)
    return true
  } catch {
    return false
  }
}

/** On the disk before the file that it speaks of can be. */
function writeNote(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
