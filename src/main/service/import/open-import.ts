import { lstat, open } from 'node:fs/promises'
import { basename, isAbsolute, join, resolve, sep } from 'node:path'
import type { BundleManifest } from '@shared/domain/bundle'
import type { ImportForm } from '@shared/domain/import'
import { fail } from '@shared/ipc/errors'
import type { AgentAdapter, SourceKey } from '../agents/adapter'
import type { KnownSource } from '../sources/source-table'
import { layOutBundle } from './lay-out-bundle'
import { readManifest } from './read-manifest'
import { recognise } from './recognise/recognise'
import { type ImportLimits, ImportMeter, tooLarge } from './unpack/limits'
import { nameProblem, refuseName } from './unpack/safe-name'
import { ScratchTree, type TakenFile } from './unpack/scratch-tree'
import { takeFolder } from './unpack/take-folder'
import { unpackZip } from './unpack/unpack-zip'

/** Something that was handed over, unpacked into our scratch folder, with the sources that it holds. */
export interface OpenedImport {
  readonly tree: ScratchTree
  readonly path: string
  readonly name: string
  readonly form: ImportForm
  readonly bytes: number
  readonly files: number
  readonly manifest: BundleManifest | null
  readonly sources: readonly KnownSource[]
  readonly unrecognised: readonly string[]
  readonly notes: readonly string[]
}

export interface OpenOptions {
  /** A new folder of our own. */
  readonly folder: string
  readonly ownFolder: string
  readonly adapters: readonly AgentAdapter[]
  readonly key: SourceKey
  readonly limits: ImportLimits
  readonly signal: AbortSignal
  readonly now: () => number
  readonly progress: (done: number, total: number | null, doing: string) => void
}

interface Taken {
  readonly form: ImportForm
  readonly files: readonly TakenFile[]
  readonly notes: readonly string[]
}

/** Takes in what lies at a path, which may be anything. Writes only below `folder`. Throws `not.found`, `refused`, `source.newer`. */
export async function openImport(path: string, options: OpenOptions): Promise<OpenedImport> {
  const tree = new ScratchTree(options.folder)
  try {
    const meter = new ImportMeter(options.limits)
    const taken = await takeIn(path, tree, meter, options)
    const manifest = taken.form === 'zip' ? await readManifest(tree, taken.files) : null
    const found =
      manifest === null
        ? await recognisedSources(tree, taken.files, options)
        : { sources: [await bundleSource(manifest, tree, options)], unrecognised: [] }
    return {
      ...{ tree, path, name: basename(path), manifest, ...found, notes: taken.notes },
      form: manifest === null ? taken.form : 'bundle',
      bytes: meter.bytes,
      files: taken.files.length
    }
  } catch (error) {
    await tree.remove()
    throw error
  }
}

async function takeIn(path: string, tree: ScratchTree, meter: ImportMeter, options: OpenOptions): Promise<Taken> {
  const { limits, signal, progress } = options
  if (!isAbsolute(path)) fail('bad.input', 'The path has to be named from the root.')
  if (resolve(path) === options.ownFolder || resolve(path).startsWith(options.ownFolder + sep)) {
    fail('refused', 'That lies in Reprise’s own folder.')
  }
  const facts = await lstat(path).catch(() => null)
  if (facts === null) return fail('not.found', `There is nothing at ${path}.`, { data: { path } })
  if (facts.isSymbolicLink()) {
    return fail('refused', `${path} is a link.`, { advice: 'Hand over what it leads to.' })
  }
  if (facts.isDirectory()) {
    const taken = await takeFolder(path, tree, basename(path) || 'root', meter, signal, (done, total) =>
      progress(done, total, 'Reading files')
    )
    return { form: 'folder', ...taken }
  }
  if (!facts.isFile()) return fail('refused', `${path} is neither a file nor a folder.`)
  if (facts.size > limits.inputBytes) tooLarge('This file has', facts.size, limits.inputBytes)
  if (await isZip(path)) {
    const files = await unpackZip(path, tree, {
      meter,
      signal,
      progress: (done, total) => progress(done, total, 'Unpacking')
    })
    return { form: 'zip', files, notes: [] }
  }
  const problem = nameProblem(basename(path), limits)
  if (problem !== null) refuseName(basename(path), problem)
  progress(0, 1, 'Reading the file')
  return { form: 'file', files: await takeFile(path, tree, meter, options), notes: [] }
}

/** The file, and what SQLite keeps beside it, without which a database may lack its latest rows. */
async function takeFile(
  path: string,
  tree: ScratchTree,
  meter: ImportMeter,
  { signal }: OpenOptions
): Promise<readonly TakenFile[]> {
  const files: TakenFile[] = []
  for (const end of (await beginsWith(path, 'SQLite format 3\0')) ? ['', '-wal', '-shm'] : ['']) {
    const facts = await lstat(path + end).catch(() => null)
    if (!facts?.isFile()) continue
    meter.addFile(basename(path) + end, facts.size)
    files.push(await tree.addFile(basename(path) + end, path + end, meter, signal))
  }
  return files
}

async function isZip(path: string): Promise<boolean> {
  return (await beginsWith(path, 'PK\x03\x04')) || (await beginsWith(path, 'PK\x05\x06'))
}

async function beginsWith(path: string, magic: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(magic.length)
    const { bytesRead } = await file.read(buffer, 0, magic.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === magic
  } finally {
    await file.close()
  }
}

async function recognisedSources(tree: ScratchTree, files: readonly TakenFile[], options: OpenOptions) {
  const { roots, unrecognised } = await recognise(tree, files, options.signal)
  const sources: KnownSource[] = []
  for (const { agent, folder } of roots) {
    const source = await sourceAt(agent, join(tree.root, ...folder.split('/')), options)
    if (source !== null) sources.push(source)
  }
  return { sources, unrecognised }
}

/** A place in our scratch folder as a source of an agent; all rules of reading are the adapter's. */
async function sourceAt(
  agent: string,
  root: string,
  { adapters, key, folder }: OpenOptions
): Promise<KnownSource | null> {
  const adapter = adapters.find((one) => one.agent === agent)
  if (adapter === undefined) return null
  // The platform of then is not known; what a home of Linux lacks is not looked for.
  const places = {
    home: join(folder, 'no-home'),
    env: {},
    platform: 'linux',
    cwd: folder,
    settings: [],
    flags: [root]
  } as const
  const [location] = await adapter.locate(places)
  return location === undefined ? null : { location, adapter, key: keyFor(adapter, key) }
}

/** Only agents that seal what they store have any use for a key. */
function keyFor({ capabilities }: AgentAdapter, key: SourceKey): SourceKey {
  return capabilities.encryptionAtRest ? key : null
}

async function bundleSource(manifest: BundleManifest, tree: ScratchTree, options: OpenOptions): Promise<KnownSource> {
  tree.makeFolder('bundle/root')
  const source = await sourceAt(manifest.agent, tree.pathOf('bundle/root'), options)
  if (source === null) return fail('refused', `This Reprise does not read sessions of ${manifest.agent}.`)
  const { signal, now, key } = options
  const reading = { signal, key, scratch: tree.root, now }
  await layOutBundle(manifest, tree, source.adapter, source.location, reading)
  return source
}
