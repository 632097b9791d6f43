import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ChangeRequest } from '@shared/domain/change'
import type { SessionRef } from '@shared/domain/session'
import type { SourceLocation } from '../../agents/adapter'
import { createRestoreEngine, type RestoreEngine } from '../engine'
import type { EngineSurroundings } from '../engine-parts'
import { checkpointPath, type FileSetCheckpoint, fileSetAgent } from './file-set-agent'
import { openRows, pictureOfRows } from './row-store'

/** A home of a test's own, with one source of the file-set agent and a place for our own folder. */
export interface TestHome {
  readonly home: string
  readonly own: string
  readonly source: SourceLocation
  readonly files: string
}

export const testSession = { source: 'test-source', id: 'one' }

export function testHomeAt(home: string): TestHome {
  const root = join(home, 'agent')
  const source: SourceLocation = { id: testSession.source, agent: 'gestura', root, origin: 'flag' }
  return { home, own: join(home, '.reprise'), source, files: join(root, 'files') }
}

const made: string[] = []

/** For the end of a test file. */
export function removeTestHomes(): void {
  for (const home of made.splice(0)) {
    for (const folder of [home, `${home}-kept`]) rmSync(folder, { recursive: true, force: true })
  }
}

export function newTestHome(): TestHome {
  const place = testHomeAt(mkdtempSync(join(tmpdir(), 'reprise-restore-')))
  made.push(place.home)
  mkdirSync(place.files, { recursive: true })
  return place
}

export function writeFile(place: TestHome, name: string, content: string | Buffer, mode = 0o644): void {
  const path = join(place.files, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, mode)
}

/** Makes the agent's database hold a row. */
export function writeRow(place: TestHome, name: string, value: string | Buffer): void {
  const database = openRows(place.source.root)
  database.prepare('INSERT OR REPLACE INTO rows VALUES (?, ?)').run(name, Buffer.from(value))
  database.close()
}

export function base64Of(contents: Readonly<Record<string, string | Buffer | null>>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(contents).map(([name, text]) => [name, text === null ? null : Buffer.from(text).toString('base64')])
  )
}

/** Contents as text; null = the checkpoint knows that the file is not there. */
export function writeCheckpoint(
  place: TestHome,
  id: string,
  files: Readonly<Record<string, string | Buffer | null>>,
  more: Omit<FileSetCheckpoint, 'files'> = {}
): void {
  const path = checkpointPath(place.source, id)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ files: base64Of(files), ...more }))
}

export function engineAt(place: TestHome, more: Partial<EngineSurroundings> = {}): RestoreEngine {
  return createRestoreEngine({
    ownFolder: place.own,
    home: place.home,
    adapterOf: () => fileSetAgent,
    sourceOf: (id) => (id === place.source.id ? place.source : undefined),
    readingOf: (_source, signal) => ({ signal, scratch: join(place.own, 'scratch'), key: null, now: Date.now }),
    now: Date.now,
    ...more
  })
}

/** A restore of a session to one of the agent's own checkpoints. */
export function restoreOf(session: SessionRef, checkpoint: string): ChangeRequest {
  return { kind: 'restore', session, checkpoint }
}

/** Everything that the agent has: its files as in `pictureOf`, and its rows. */
export function pictureOfAgent(place: TestHome): Record<string, string> {
  const rows = Object.entries(pictureOfRows(place.source.root)).map(([name, sha256]) => [`row ${name}`, sha256])
  return { ...pictureOf(place.files), ...Object.fromEntries(rows) }
}

export const quietly = { signal: new AbortController().signal, progress: () => undefined }

/** Everything below a folder: path -> kind, rights and content. Two equal pictures are the same bytes, modes and existence. */
export function pictureOf(folder: string): Record<string, string> {
  const picture: Record<string, string> = {}
  const visit = (path: string, name: string): void => {
    const node = lstatSync(path)
    const rights = (node.mode & 0o7777).toString(8)
    if (node.isSymbolicLink()) picture[name] = `link ${readlinkSync(path)}`
    else if (node.isDirectory()) {
      picture[`${name}/`] = `folder ${rights}`
      for (const child of readdirSync(path).sort()) visit(join(path, child), name === '' ? child : `${name}/${child}`)
    } else picture[name] = `file ${rights} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`
  }
  visit(folder, '')
  return picture
}
