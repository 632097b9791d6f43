import type { Readable } from 'node:stream'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import type { Entry, ZipFile } from 'yauzl'
import { type ImportMeter, tooMany } from './limits'
import { nameProblem, refuseName, sameNameKey, shown } from './safe-name'
import type { ScratchTree, TakenFile } from './scratch-tree'

export interface UnpackOptions {
  readonly meter: ImportMeter
  readonly signal: AbortSignal
  readonly progress: (done: number, total: number) => void
}

interface CheckedEntry {
  readonly name: string
  readonly entry: Entry
}

/**
 * Unpacks a zip into the scratch folder. All names, kinds and sizes are checked before the first byte is unpacked, and the bytes are counted while
 * they come, since an archive may say less than it gives. Throws `refused` with the reason.
 */
export async function unpackZip(
  path: string,
  tree: ScratchTree,
  options: UnpackOptions
): Promise<readonly TakenFile[]> {
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false, validateEntrySizes: true }).catch(
    damaged
  )
  try {
    const entries = await checkedEntries(zip, options)
    const taken: TakenFile[] = []
    for (const { name, entry } of entries) {
      options.progress(taken.length, entries.length)
      taken.push(await unpackEntry(zip, entry, name, tree, options))
      checkRatio(options.meter, zip.fileSize)
    }
    return taken
  } catch (error) {
    options.signal.throwIfAborted()
    throw error instanceof ExpectedFailure || isOfSystem(error) ? error : damaged(error)
  } finally {
    zip.close()
  }
}

async function checkedEntries(zip: ZipFile, { meter, signal }: UnpackOptions): Promise<readonly CheckedEntry[]> {
  const { getFileNameLowLevel } = await import('yauzl')
  const { limits } = meter
  if (zip.entryCount > limits.files) tooMany(limits.files)
  const found: CheckedEntry[] = []
  const names = new Map<string, string>()
  let packed = 0
  for await (const entry of zip.eachEntry()) {
    signal.throwIfAborted()
    const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
    const problem = nameProblem(name, limits) ?? kindProblem(entry, name)
    if (problem !== null) refuseName(name, problem)
    if (name.endsWith('/')) continue
    claim(names, name)
    meter.addFile(`“${shown(name)}”`, entry.uncompressedSize)
    packed += entry.compressedSize
    found.push({ name, entry })
  }
  // Bombs name the same packed bytes many times.
  if (packed > zip.fileSize) {
    fail('refused', 'The entries of the archive lie over each other, as those of a zip bomb do; nothing was unpacked.')
  }
  refuseFileAsFolder(names)
  const claimed = found.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  if (claimed > limits.totalBytes) meter.addBytes(claimed)
  return found
}

function claim(names: Map<string, string>, name: string): void {
  const key = sameNameKey(name)
  const other = names.get(key)
  if (other !== undefined) {
    refuseName(name, other === name ? 'it is there twice' : `on some systems it is the same as “${shown(other)}”`)
  }
  names.set(key, name)
}

function refuseFileAsFolder(names: ReadonlyMap<string, string>): void {
  for (const [key, name] of names) {
    for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) {
      if (names.has(key.slice(0, at))) refuseName(name, 'one part of it is a file and a folder at once')
    }
  }
}

/** Why an entry is none that is unpacked: links and devices lead elsewhere, and what is encrypted cannot be looked at. */
function kindProblem(entry: Entry, name: string): string | null {
  const type = (entry.externalFileAttributes >>> 16) & 0o170000
  const madeOnUnix = entry.versionMadeBy >>> 8 === 3 || entry.versionMadeBy >>> 8 === 19
  if (madeOnUnix && type === 0o120000) return 'it is a link'
  if (madeOnUnix && type !== 0 && type !== 0o100000 && type !== 0o040000) return 'it is a device or a pipe'
  if (entry.isEncrypted()) return 'it is encrypted with a password'
  if (!entry.canDecodeFileData() && !name.endsWith('/')) return 'it is packed by a method that Reprise does not know'
  return null
}

async function unpackEntry(
  zip: ZipFile,
  entry: Entry,
  name: string,
  tree: ScratchTree,
  { meter, signal }: UnpackOptions
): Promise<TakenFile> {
  const content: Readable = await zip.openReadStreamPromise(entry)
  return tree.add(name, content, meter, signal)
}

function checkRatio({ bytes, limits }: ImportMeter, packed: number): void {
  if (bytes <= limits.ratioFrom || bytes <= packed * limits.ratio) return
  fail(
    'refused',
    `The archive unpacks to more than ${limits.ratio} times its size, as a zip bomb does; it was let go.`,
    {
      data: { packed, unpacked: bytes }
    }
  )
}

function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

function damaged(error: unknown): never {
  if (isOfSystem(error)) throw error
  return fail('refused', 'The archive is damaged, or is no zip file that can be read.', {
    advice: 'Get it anew from where it came.',
    data: { said: shown(error instanceof Error ? error.message : String(error)) }
  })
}
