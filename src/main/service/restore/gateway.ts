import * as disk from 'node:fs'
import { constants } from 'node:fs'
import { link, lstat, mkdir, open, readdir, realpath, rename, rmdir, unlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { Patience } from './patience'

/** What a name on disk is, without following a link. Times and numbers that a change of content cannot hide from. */
export interface NodeFacts {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly size: number
  /** Permission bits only. */
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly device: bigint
  readonly inode: bigint
  readonly links: number
  readonly modifiedNs: bigint
  readonly changedNs: bigint
}

/** One open file. `write` may take fewer bytes than it is given, as the system call does. */
export interface OpenFile {
  read(buffer: Uint8Array): Promise<number>
  write(bytes: Uint8Array): Promise<number>
  facts(): Promise<NodeFacts>
  chmod(mode: number): Promise<void>
  chown(uid: number, gid: number): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * Every touch of the disk that a restore makes goes through here, so that tests can stop or fail it before and after each
 * single call. Nothing here follows a symbolic link at the last name, and nothing here overwrites except `rename`.
 */
export interface Gateway {
  /** null when nothing has that name. */
  lookAt(path: string): Promise<NodeFacts | null>
  list(folder: string): Promise<readonly string[]>
  realPath(path: string): Promise<string>
  openToRead(path: string): Promise<OpenFile>
  /** Fails with EEXIST when the name is taken. */
  create(path: string, mode: number): Promise<OpenFile>
  openToAppend(path: string): Promise<OpenFile>
  makeFolder(path: string, mode: number): Promise<void>
  removeFolder(path: string): Promise<void>
  /** A second name for a file; fails with EEXIST when the name is taken, so it is a "create" that cannot overwrite. */
  link(from: string, to: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  /** Makes names in a folder durable. */
  syncFolder(path: string): Promise<void>
  /**
   * A side effect that is no call of this interface: a lock of the system, a statement of a transaction. `what` names it in a word
   * or two, `path` is the file that it concerns. Whatever an agent's write part does beyond files goes through here.
   */
  effect<T>(what: string, path: string, run: () => T | Promise<T>): Promise<T>
}

const noFollow = constants.O_NOFOLLOW ?? 0
const readOnly = constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0)
const createNew = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow
const appendTo = constants.O_WRONLY | constants.O_APPEND | noFollow

/** The code of a system error (`ENOENT`, `ENOSPC`, ...), or an empty text for any other error. */
export function systemCode(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  return typeof code === 'string' ? code : ''
}

type BigStats = Awaited<ReturnType<typeof lookUp>>
const big = { bigint: true } as const
const lookUp = (path: string) => lstat(path, big)

function factsOf(stats: BigStats): NodeFacts {
  return {
    kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other',
    size: Number(stats.size),
    mode: Number(stats.mode & 0o7777n),
    uid: Number(stats.uid),
    gid: Number(stats.gid),
    device: stats.dev,
    inode: stats.ino,
    links: Number(stats.nlink),
    modifiedNs: stats.mtimeNs,
    changedNs: stats.ctimeNs
  }
}

// Plain numbers of open files: a handle object of Node's costs more than the calls that are made with it.
const inPool = {
  open: promisify(disk.open) as (path: string, flags: number, mode?: number) => Promise<number>,
  read: promisify(disk.read) as (file: number, into: Uint8Array) => Promise<{ bytesRead: number }>,
  write: promisify(disk.write) as (file: number, bytes: Uint8Array) => Promise<{ bytesWritten: number }>,
  chmod: promisify(disk.fchmod),
  chown: promisify(disk.fchown),
  sync: promisify(disk.fsync)
}

function openFile(opened: number, patience: Patience, path: string): OpenFile {
  let number: number | null = opened
  // A number that was given back may be another file's by now.
  const file = () => number ?? closedAlready()
  return {
    read: (into) =>
      patience.run(
        () => disk.readSync(file(), into),
        async () => (await inPool.read(file(), into)).bytesRead
      ),
    write: (bytes) =>
      patience
        .run(
          () => disk.writeSync(file(), bytes),
          async () => (await inPool.write(file(), bytes)).bytesWritten
        )
        .catch(naming(path)),
    // What the system knows of an open file it does not fetch from the disk.
    facts: async () => factsOf(disk.fstatSync(file(), big)),
    chmod: (mode) =>
      patience.run(
        () => disk.fchmodSync(file(), mode),
        async () => inPool.chmod(file(), mode)
      ),
    chown: (uid, gid) =>
      patience.run(
        () => disk.fchownSync(file(), uid, gid),
        async () => inPool.chown(file(), uid, gid)
      ),
    sync: async () => inPool.sync(file()).catch(naming(path)),
    close: async () => {
      const last = file()
      number = null
      disk.closeSync(last)
    }
  }
}

/** The number of an open file does not say in which place the disk was full. */
function naming(path: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof Error ? Object.assign(error, { path }) : error
  }
}

function closedAlready(): never {
  throw Object.assign(new Error('EBADF: the file is closed already'), { code: 'EBADF' })
}

async function syncFolder(path: string): Promise<void> {
  // Windows opens no folder as a file; its rename is durable by the journal of the file system.
  if (process.platform === 'win32') return
  const handle = await open(path, constants.O_RDONLY)
  try {
    await handle.sync()
  } catch (error) {
    // Some network and user-space file systems sync no folders; there is nothing better to do on them.
    if (!['EINVAL', 'ENOTSUP'].includes(systemCode(error))) throw error
  } finally {
    await handle.close()
  }
}

function nullIfNothing(error: unknown): null {
  if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) return null
  throw error
}

/** The disk itself. `patience` decides which calls are made at once and which by the pool of threads. */
export function gatewayWith(patience: Patience): Gateway {
  const opened = async (path: string, flags: number, mode?: number) => {
    const file = await patience.run(
      () => disk.openSync(path, flags, mode),
      () => inPool.open(path, flags, mode)
    )
    return openFile(file, patience, path)
  }
  return {
    lookAt: (path) =>
      patience
        .run(
          () => disk.lstatSync(path, big),
          () => lookUp(path)
        )
        .then(factsOf, nullIfNothing),
    list: (folder) =>
      patience.run(
        () => disk.readdirSync(folder),
        () => readdir(folder)
      ),
    realPath: (path) => realpath(path),
    openToRead: (path) => opened(path, readOnly),
    create: (path, mode) => opened(path, createNew, mode),
    openToAppend: (path) => opened(path, appendTo),
    makeFolder: async (path, mode) => {
      await mkdir(path, { mode })
    },
    removeFolder: (path) => rmdir(path),
    link: (from, to) =>
      patience.run(
        () => disk.linkSync(from, to),
        () => link(from, to)
      ),
    rename: (from, to) =>
      patience.run(
        () => disk.renameSync(from, to),
        () => rename(from, to)
      ),
    unlink: (path) =>
      patience.run(
        () => disk.unlinkSync(path),
        () => unlink(path)
      ),
    syncFolder,
    effect: async (_what, _path, run) => run()
  }
}

export const diskGateway: Gateway = gatewayWith(new Patience())
