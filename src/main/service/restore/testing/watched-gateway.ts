import type { Gateway, OpenFile } from '../gateway'

/** One call on its way to the disk. */
export interface DiskCall {
  readonly name: string
  readonly path: string
  /** Whether the call changes something on disk; the others only look. */
  readonly changes: boolean
  /** Bytes of a write. */
  readonly bytes?: Uint8Array
}

/** Decides what becomes of a call: runs it, fails it, runs a part of it, or stops the process. */
export type Watcher = <T>(call: DiskCall, run: () => Promise<T>, inner: OpenFile | null) => Promise<T>

const looking = new Set(['lookAt', 'list', 'realPath', 'openToRead', 'read', 'facts', 'close'])

/** The disk with somebody at the door. Every call of the gateway and of its open files passes the watcher. */
export function watchedGateway(disk: Gateway, watcher: Watcher): Gateway {
  const pass = <T>(name: string, path: string, run: () => Promise<T>): Promise<T> =>
    watcher({ name, path, changes: !looking.has(name) }, run, null)
  const opened = async (name: string, path: string, run: () => Promise<OpenFile>) =>
    watchedFile(await pass(name, path, run), path, watcher)
  return {
    lookAt: (path) => pass('lookAt', path, () => disk.lookAt(path)),
    list: (path) => pass('list', path, () => disk.list(path)),
    realPath: (path) => pass('realPath', path, () => disk.realPath(path)),
    openToRead: (path) => opened('openToRead', path, () => disk.openToRead(path)),
    create: (path, mode) => opened('create', path, () => disk.create(path, mode)),
    openToAppend: (path) => opened('openToAppend', path, () => disk.openToAppend(path)),
    makeFolder: (path, mode) => pass('makeFolder', path, () => disk.makeFolder(path, mode)),
    removeFolder: (path) => pass('removeFolder', path, () => disk.removeFolder(path)),
    link: (from, to) => pass('link', to, () => disk.link(from, to)),
    rename: (from, to) => pass('rename', to, () => disk.rename(from, to)),
    unlink: (path) => pass('unlink', path, () => disk.unlink(path)),
    syncFolder: (path) => pass('syncFolder', path, () => disk.syncFolder(path)),
    effect: (what, path, run) => pass(what, path, () => disk.effect(what, path, run))
  }
}

function watchedFile(file: OpenFile, path: string, watcher: Watcher): OpenFile {
  const pass = <T>(name: string, run: () => Promise<T>, bytes?: Uint8Array): Promise<T> =>
    watcher({ name, path, changes: !looking.has(name), ...(bytes && { bytes }) }, run, file)
  return {
    read: (buffer) => pass('read', () => file.read(buffer)),
    write: (bytes) => pass('write', () => file.write(bytes), bytes),
    facts: () => pass('facts', () => file.facts()),
    chmod: (mode) => pass('chmod', () => file.chmod(mode)),
    chown: (uid, gid) => pass('chown', () => file.chown(uid, gid)),
    sync: () => pass('sync', () => file.sync()),
    close: () => pass('close', () => file.close())
  }
}
