import { constants, fstatSync } from 'node:fs'
import { type FileHandle, link, lstat, mkdir, open, readdir, realpath, rename, rmdir, unlink } from 'node:fs/promises'

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
const lookUp = (path: string) => lstat(path, { bigint: true })

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

function openFile(handle: FileHandle): OpenFile {
  return {
    read: async (buffer) => (await handle.read(buffer, 0, buffer.length, null)).bytesRead,
    write: async (bytes) => (await handle.write(bytes)).bytesWritten,
    // What the system knows of an open file it does not fetch from the disk.
    facts: async () => factsOf(fstatSync(handle.fd, { bigint: true })),
    chmod: (mode) => handle.chmod(mode),
    chown: (uid, gid) => handle.chown(uid, gid),
    sync: () => handle.sync(),
    close: () => handle.close()
  }
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

/** The disk itself. */
export const diskGateway: Gateway = {
  async lookAt(path) {
    try {
      return factsOf(await lookUp(path))
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) return null
      throw error
    }
  },
  list: (folder) => readdir(folder),
  realPath: (path) => realpath(path),
  openToRead: async (path) => openFile(await open(path, readOnly)),
  create: async (path, mode) => openFile(await open(path, createNew, mode)),
  openToAppend: async (path) => openFile(await open(path, appendTo)),
  makeFolder: async (path, mode) => {
    await mkdir(path, { mode })
  },
  removeFolder: (path) => rmdir(path),
  link: (from, to) => link(from, to),
  rename: (from, to) => rename(from, to),
  unlink: (path) => unlink(path),
  syncFolder,
  effect: async (_what, _path, run) => run()
}
