import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Entry } from '@shared/domain/transcript'
import type { ListedSession, OpenedSession, Reading, ScanStep, SourceLocation } from '../../adapter'
import { adapter } from '../adapter'

const core = fileURLToPath(new URL('../../../../../../e2e/fixtures/core/', import.meta.url))

/** A copy of one of the sample homes in a folder of its own, with what a test does to it all the time. */
export interface SampleHome {
  readonly home: string
  readonly source: SourceLocation
  readonly reading: Reading
  readonly database: string
  scan(): Promise<readonly Extract<ScanStep, { type: 'unit' }>[]>
  sessions(): Promise<readonly ListedSession[]>
  open(id: string): Promise<OpenedSession>
}

const made: string[] = []

const shared = new Map<string, Promise<SampleHome>>()

/** One home for all tests of a file that only read: reading changes nothing in it, which tests of its own prove. */
export function sharedHome(folder: string): Promise<SampleHome> {
  const known = shared.get(folder) ?? sampleHome(folder)
  shared.set(folder, known)
  return known
}

/** For `afterEach` or `afterAll`: removes every folder that was made. */
export function removeHomes(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-tact-'))
  made.push(folder)
  return folder
}

export function sampleFile(name: string): string {
  return join(core, name)
}

export function readSample<T>(name: string): T {
  return JSON.parse(readFileSync(sampleFile(name), 'utf8')) as T
}

/** `folder` null makes an empty home. */
export async function sampleHome(folder: string | null): Promise<SampleHome> {
  const home = temporaryFolder()
  if (folder !== null) cpSync(sampleFile(folder), home, { recursive: true })
  return homeAt(home, temporaryFolder())
}

/** A home that is there already. */
export async function homeAt(home: string, scratch: string): Promise<SampleHome> {
  const reading: Reading = { signal: new AbortController().signal, scratch, key: null, now: () => 1_795_970_000_000 }
  const [source] = await adapter.locate({
    home,
    env: {},
    platform: process.platform,
    cwd: home,
    settings: [],
    flags: []
  })
  if (!source) throw new Error('the default place was not found')
  const scan = () => scanAll(source, reading)
  return {
    home,
    source,
    reading,
    database: join(source.root, 'sessions', 'v2.sqlite3'),
    scan,
    sessions: async () => (await scan()).flatMap((unit) => unit.sessions),
    open: (id) => adapter.open(source, id, reading)
  }
}

async function scanAll(source: SourceLocation, reading: Reading) {
  const units: Extract<ScanStep, { type: 'unit' }>[] = []
  for await (const step of adapter.scan(source, { fingerprint: () => undefined }, reading)) {
    if (step.type === 'unit') units.push(step)
  }
  return units
}

/** Every entry of a session, page by page from its end, in order. */
export async function allEntries(session: OpenedSession, limit = 50): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for (let from: string | null = 'end'; from !== null; ) {
    const page: Awaited<ReturnType<OpenedSession['page']>> = await session.page({ from, direction: 'backward', limit })
    entries.unshift(...page.entries)
    from = page.before
  }
  return entries
}

export async function allForward(session: OpenedSession, limit = 50): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for (let from: string | null = 'start'; from !== null; ) {
    const page: Awaited<ReturnType<OpenedSession['page']>> = await session.page({ from, direction: 'forward', limit })
    entries.push(...page.entries)
    from = page.after
  }
  return entries
}

/**
 * Names, inodes, modes, times and bytes of everything in a folder, to see that reading changed nothing. When it runs as root, SQLite
 * sets the owner of a log that it opens to the one that it has already, which moves the time of change of its metadata.
 */
export function folderFacts(folder: string): readonly string[] {
  const root = process.getuid?.() === 0
  return (readdirSync(folder, { recursive: true }) as string[]).sort().map((name) => {
    const path = join(folder, name)
    const facts = statSync(path, { bigint: true })
    const metadata = root && /-(wal|shm)$/.test(name) ? '' : facts.ctimeNs
    const bytes = facts.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
    return [name, facts.ino, facts.mode, facts.uid, facts.size, facts.mtimeNs, metadata, bytes].join(' ')
  })
}
