import { lstatSync, readFileSync, readlinkSync, type Stats, statSync } from 'node:fs'
import { type DecodedText, decodeUtf8 } from '../../../json/utf8-text'
import { plainIoReason } from './io-reason'

/** The longest text that the JavaScript engine holds is a little over 512 million units; a file above cannot be parsed as one document. */
const largestDocument = 500_000_000

export type TextFile =
  | ({ readonly state: 'read'; readonly stat: Stats } & DecodedText)
  | { readonly state: 'missing' }
  | { readonly state: 'unreadable'; readonly reason: string; readonly stat: Stats | null }

/** Null when there is no such file; throws when it may not be looked at. */
export function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * Reads a whole text file. Synchronous on purpose: for thousands of small files this takes half the time of reading them through
 * the thread pool, and scans run in pieces of a few milliseconds. A `stat` from before the reading may be handed in, so that a
 * file which changes in between looks changed the next time.
 */
export function readTextFile(path: string, before?: Stats): TextFile {
  let stat: Stats | null = before ?? null
  try {
    stat ??= statOf(path)
    if (stat === null) return { state: 'missing' }
    if (!stat.isFile()) return { state: 'unreadable', reason: 'this is not a file', stat }
    if (stat.size > largestDocument) return { state: 'unreadable', reason: tooLarge(stat.size), stat }
    return { state: 'read', stat, ...decodedFile(path) }
  } catch (error) {
    if (isMissing(error)) return { state: 'missing' }
    return { state: 'unreadable', reason: plainIoReason(error), stat }
  }
}

/** Where a link leads that leads nowhere; null for anything else. A folder lists it, though nothing can be read there. */
export function brokenLink(path: string): string | null {
  try {
    if (statSync(path, { throwIfNoEntry: false }) !== undefined) return null
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : null
  } catch {
    return null
  }
}

/** Reads a file that a folder lists: a link that leads nowhere is unreadable there, not missing. */
export function readListedFile(path: string, before?: Stats): TextFile {
  const file = readTextFile(path, before)
  if (file.state !== 'missing') return file
  const target = brokenLink(path)
  return target === null
    ? file
    : { state: 'unreadable', reason: `it is a link to ${target}, which is not there`, stat: null }
}

/** Changes whenever the content may have changed; the time is exact to a quarter of a microsecond. */
export function fingerprintOf(stat: Stats): string {
  return `${stat.dev}-${stat.ino}-${stat.size}-${stat.mtimeMs}`
}

/** Node decodes a file fastest by itself; only where that shows a replacement or a mark are the bytes looked at. */
function decodedFile(path: string): DecodedText {
  const text = readFileSync(path, 'utf8')
  const ordinary = text.charCodeAt(0) !== 0xfeff && !text.includes('\ufffd')
  return ordinary ? { text, byteOrderMark: false, validUtf8: true } : decodeUtf8(readFileSync(path))
}

function tooLarge(size: number): string {
  return `${size} bytes are more than one JSON document can have here (${largestDocument})`
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  // A path below something that is no folder, and a name that no file can have, are as absent as any.
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG' || code === 'ERR_INVALID_ARG_VALUE'
}
