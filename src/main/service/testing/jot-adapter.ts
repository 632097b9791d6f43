import { appendFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { Entry } from '@shared/domain/transcript'
import { fail } from '@shared/ipc/errors'
import type {
  AgentAdapter,
  ListedCheckpoint,
  ListedSession,
  OpenedSession,
  ScanShare,
  ScanStep,
  SourceLocation
} from '../agents/adapter'
import { fallsTo } from '../agents/scan-share'
import { sourceId } from '../agents/source-id'

/**
 * The smallest whole adapter, for tests of what is around adapters: a folder of JSON files, each one unit. It stands under the name `pi`, which
 * this version does not read. What a file says under `trouble` happens when it is read.
 */
export interface JotFile {
  readonly sessions?: readonly (Partial<ListedSession> & { readonly id: string })[]
  readonly checkpoints?: readonly (Partial<ListedCheckpoint> & { readonly id: string })[]
  readonly entries?: readonly Entry[]
  readonly findings?: readonly Finding[]
  readonly trouble?: 'end the thread' | 'hang' | 'fault' | 'unreadable'
}

const jots = (root: string) => readdir(root).then((names) => names.filter((name) => name.endsWith('.json')).sort())

async function fingerprint(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found && `${found.ino} ${found.size} ${found.mtimeNs}`
}

function listed(session: NonNullable<JotFile['sessions']>[number]): ListedSession {
  return {
    title: session.id,
    workspace: null,
    startedAt: null,
    updatedAt: null,
    entries: null,
    findings: null,
    resumable: null,
    state: 'ok',
    ...session
  }
}

async function parse(path: string): Promise<JotFile> {
  const file = JSON.parse(await readFile(path, 'utf8')) as JotFile
  if (file.trouble === 'end the thread') process.exit(1)
  if (file.trouble === 'fault') throw new TypeError('a bug, with a secret: hunter2')
  if (file.trouble === 'hang') await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
  return file
}

async function* scan(
  source: SourceLocation,
  known: { fingerprint(unit: string): string | undefined },
  share?: ScanShare
): AsyncIterable<ScanStep> {
  const names = (await jots(source.root)).filter((name) => fallsTo(share, name))
  yield { type: 'total', units: names.length }
  for (const unit of names) {
    const path = join(source.root, unit)
    const now = (await fingerprint(path)) ?? ''
    if (known.fingerprint(unit) === now) {
      yield { type: 'unchanged', unit }
      continue
    }
    try {
      const { sessions = [], checkpoints = [], findings = [] } = await parse(path)
      const points = checkpoints.map((point) => ({
        sessionId: null,
        at: null,
        label: null,
        restorable: false,
        ...point
      }))
      yield { type: 'unit', unit, fingerprint: now, sessions: sessions.map(listed), checkpoints: points, findings }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      const findings = [{ code: 'jot.syntax', severity: 'problem' as const, what: `${unit} is not JSON.` }]
      yield { type: 'unit', unit, fingerprint: now, sessions: [], checkpoints: [], findings }
    }
  }
}

/** Adds a line to `opens.log` in the root's parent at each open and close, so that a test can count them. */
function note(source: SourceLocation, what: string): void {
  appendFileSync(`${source.root}.log`, `${what}\n`)
}

async function open(source: SourceLocation, id: string): Promise<OpenedSession> {
  const path = join(source.root, `${id}.json`)
  if ((await fingerprint(path)) === null) fail('session.gone', `The session ${id} is gone.`)
  note(source, `open ${id}`)
  const { entries = [], sessions = [], trouble } = await parse(path)
  if (trouble === 'unreadable') {
    const findings = [{ code: 'jot.unreadable', severity: 'problem', what: 'It cannot be read.' }]
    fail('session.unreadable', 'This session cannot be read.', { data: { path, findings } })
  }
  const cursor = (index: number) => String(index)
  return {
    summary: listed(sessions[0] ?? { id }),
    findings: [],
    path,
    async page({ from, direction, limit }) {
      const at = from === 'start' ? 0 : from === 'end' ? entries.length : Number(from)
      const [first, last] =
        direction === 'forward' ? [at, Math.min(entries.length, at + limit)] : [Math.max(0, at - limit), at]
      return {
        entries: entries.slice(first, last),
        before: first > 0 ? cursor(first) : null,
        after: last < entries.length ? cursor(last) : null
      }
    },
    entry: async (entry) => entries.find((one) => one.id === entry) ?? null,
    outline: async () =>
      entries.flatMap(({ id: entry, kind, text, at }, index) =>
        kind === 'user' ? [{ entry, cursor: cursor(index), at, text, kind: 'prompt' as const }] : []
      ),
    raw: async (entry) => JSON.stringify(entries.find((one) => one.id === entry)),
    image: async () => ({ mediaType: 'image/png', data: new Uint8Array([1, 2, 3]) }),
    async account(signal, progress) {
      for (let done = 0; done < entries.length; done += 1) {
        signal.throwIfAborted()
        progress(done, entries.length)
        if (done % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      const counts = { read: entries.length, shown: entries.length, raw: 0, unreadable: 0, unreadableRanges: [] }
      return {
        accounting: counts,
        entries: entries.length,
        findings: [{ code: 'jot.counted', severity: 'info', what: 'Counted.' }]
      }
    },
    close: () => note(source, `close ${id}`)
  }
}

export const jotAdapter: AgentAdapter = {
  agent: 'pi',
  capabilities: {
    list: true,
    transcript: true,
    subagents: true,
    checkpoints: true,
    restoreConversation: false,
    restoreTasks: false,
    restoreFiles: false,
    atomicSnapshots: false,
    compareAndSwap: false,
    appendOnlyLog: false,
    leaseFencing: false,
    encryptionAtRest: false,
    watch: true,
    referenceAwareCollection: false,
    resume: false,
    verifiedWith: 'tests only'
  },
  configRules: { secret: [{ path: 'key', kind: 'api key' }], plain: ['name'] },
  async locate({ home, settings, flags }) {
    const place = (root: string, origin: SourceLocation['origin']) => ({
      id: sourceId('pi', root),
      agent: 'pi' as const,
      root,
      origin
    })
    if (flags.length > 0) return flags.map((root) => place(root, 'flag'))
    return [place(join(home, 'jots'), 'default'), ...settings.map((root) => place(root, 'setting'))]
  },
  async health({ root }) {
    const there = await stat(root).catch(() => null)
    return { state: there ? 'ok' : 'missing', findings: [] }
  },
  sharesScan: true,
  async *scan(source, known, _reading, share) {
    if (await stat(join(source.root, 'LOCKED')).catch(() => null))
      fail('source.locked', 'Another program has locked it.')
    yield* scan(source, known, share)
  },
  open,
  sessionFingerprint: (source, id) => fingerprint(join(source.root, `${id}.json`)),
  async checkpoints(source, id) {
    const file = await parse(join(source.root, `${id}.json`)).catch((): JotFile => ({}))
    return (file.checkpoints ?? []).map((point) => ({
      id: point.id,
      label: point.label ?? null,
      at: point.at ?? null,
      origin: 'agent',
      holds: { kind: 'session checkpoint' },
      valid: true,
      restorable: point.restorable ?? false,
      findings: []
    }))
  },
  tasks: async () => [],
  config: async ({ root }) => [
    {
      name: 'jot.json',
      path: join(root, 'jot.json'),
      present: true,
      root: { name: 'jots', key: 'sk-aaaabbbbccccdddd' },
      findings: []
    }
  ],
  watch: async ({ root }) => ((await stat(root).catch(() => null)) ? [root] : [])
}
