import { join } from 'node:path'
import type { Entry } from '@shared/domain/transcript'
import { describe, expect, it } from 'vitest'
import type { ListedSession, OpenedSession, Reading, SourceLocation } from '../adapter'
import { readingFor, scanAll } from '../conformance/browse'
import { fileState } from '../conformance/file-state'
import { sourceId } from '../source-id'
import { adapter } from './adapter'
import { type ExpectedRow, fixtureJson, homeCopy, sealedKey } from './test-fixtures'

const rows = fixtureJson<readonly ExpectedRow[]>('expected.json').filter((row) => row.agent === 'a3s')
const roots = [...new Set(rows.map((row) => row.root))]

function sourceAt(home: string, root: string): SourceLocation {
  const path = join(home, root)
  return { id: sourceId('a3s', path), agent: 'a3s', root: path, origin: 'flag' }
}

function readingOf(root: string): Reading {
  return { ...readingFor(), key: root === 'stores/sealed' ? sealedKey : null }
}

async function listed(source: SourceLocation, reading: Reading): Promise<Map<string, ListedSession>> {
  const sessions = new Map<string, ListedSession>()
  for (const step of await scanAll(adapter, source, reading)) {
    if (step.type === 'unit') for (const session of step.sessions) sessions.set(session.id, session)
  }
  return sessions
}

async function allEntries(session: OpenedSession): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for (let from: string | null = 'start'; from !== null; ) {
    const page: Awaited<ReturnType<OpenedSession['page']>> = await session.page({
      from,
      direction: 'forward',
      limit: 50
    })
    entries.push(...page.entries)
    from = page.after
  }
  return entries
}

describe('the a3s adapter', () => {
  it('a3s-7 a3s-9 a3s-10 lists and shows every expected session of every store, and changes nothing', async () => {
    const home = homeCopy()
    const before = fileState(home)
    for (const root of roots) {
      const source = sourceAt(home, root)
      const reading = readingOf(root)
      const sessions = await listed(source, reading)
      for (const row of rows.filter((candidate) => candidate.root === root)) {
        expectListed(sessions.get(row.id), row)
        await expectOpened(await adapter.open(source, row.id, reading), row)
      }
    }
    expect(fileState(home)).toEqual(before)
  }, 60_000)

  it('shows the tasks of a session with the agent’s own status words', async () => {
    const source = sourceAt(homeCopy(), 'weather/.a3s/tui/sessions')
    const [list] = await adapter.tasks(source, 'barometer-7f3a1c', readingFor())
    expect(list?.tasks.map(({ id, name, status }) => [id, name, status]).slice(0, 3)).toEqual([
      ['t1', 'Find the duplicate line', 'completed'],
      ['t2', 'Remove it', 'completed'],
      ['t3', 'Add a test', 'in_progress']
    ])
    expect(list?.currentTaskId).toBe('t3')
    expect(list?.target).toBe(false)
    for (const row of rows.filter((candidate) => candidate.root === 'weather/.a3s/tui/sessions')) {
      const [tasks] = await adapter.tasks(source, row.id, readingFor())
      expect(tasks?.tasks.length, row.id).toBe(row.tasks)
    }
  })

  it('a3s-23 a3s-25 shows loop and workflow checkpoints as state to look at', async () => {
    const source = sourceAt(homeCopy(), 'weather/.a3s/tui/sessions')
    for (const row of rows.filter((candidate) => candidate.root === 'weather/.a3s/tui/sessions')) {
      const checkpoints = await adapter.checkpoints(source, row.id, readingFor())
      const ids = checkpoints.map(({ id }) => id)
      expect([...ids].sort(), row.id).toEqual(
        [...(row.loopCheckpoints ?? []), ...(row.workflowCheckpoints ?? [])].sort()
      )
      for (const checkpoint of checkpoints) {
        expect(checkpoint).toMatchObject({ origin: 'agent', valid: true, restorable: false })
        expect(checkpoint.findings.map(({ code }) => code)).toContain('a3s.checkpoint.view-only')
      }
      expect((await listed(source, readingFor())).get(row.id)?.ownCheckpoints ?? 0).toBe(
        row.workflowCheckpoints?.length ?? 0
      )
    }
  })

  it('nests a delegated child under its parent', async () => {
    const source = sourceAt(homeCopy(), 'weather/.a3s/tui/sessions')
    const sessions = await listed(source, readingFor())
    expect(sessions.get('task-run-units-5')).toMatchObject({ parent: 'barometer-7f3a1c', parentKind: 'subagent' })
    expect(sessions.get('barometer-fork-1')?.parent).toBeUndefined()
    const fork = await adapter.open(source, 'barometer-fork-1', readingFor())
    expect(fork.findings.find(({ code }) => code === 'a3s.session.fork')?.what).toContain('"barometer-7f3a1c"')
  })

  it('a3s-42 lists sealed sessions without a word from inside, with or without the key', async () => {
    const source = sourceAt(homeCopy(), 'stores/sealed')
    for (const key of [null, sealedKey]) {
      const steps = await scanAll(adapter, source, { ...readingFor(), key })
      const text = JSON.stringify(steps)
      for (const id of ['sealed-one', 'sealed-two', 'sealed-bare']) {
        const session = (await listed(source, { ...readingFor(), key })).get(id)
        expect(session).toMatchObject({
          title: 'Sealed session',
          state: key === null ? 'sealed' : 'ok',
          workspace: null
        })
        expect(text).not.toContain(`Please check the ${id} case.`)
      }
    }
    await expect(adapter.open(source, 'sealed-one', readingFor())).rejects.toMatchObject({
      failure: { code: 'session.sealed' }
    })
  })
})

function expectListed(session: ListedSession | undefined, row: ExpectedRow): void {
  if (session === undefined) throw new Error(`${row.id} is not listed`)
  const sealed = row.sealed === true
  expect(session, row.id).toMatchObject({
    title: sealed ? 'Sealed session' : row.title || 'No prompt yet',
    workspace: sealed ? null : row.cwd,
    state: 'ok'
  })
  if (!sealed) expect(session.parent ?? null, row.id).toBe(row.parent)
  const logOpens = !closedLogs.has(row.root)
  if (!sealed && row.schemaVersion === 1) expect(session.resumable, row.id).toBe(row.valid && logOpens)
}

const closedLogs = new Set(
  [
    'torn',
    'conflict',
    'cross-session',
    'commit-before-intent',
    'entry-digest',
    'unknown-field',
    'bom',
    'open-intent-corrupt-session'
  ].map((name) => `stores/wal-${name}`)
)

async function expectOpened(session: OpenedSession, row: ExpectedRow): Promise<void> {
  const entries = await allEntries(session)
  const of = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind)
  expect(
    of('user').map((entry) => entry.text),
    row.id
  ).toEqual(row.prompts)
  expect(of('user'), row.id).toHaveLength(row.userTurns)
  expect(of('thinking'), row.id).toHaveLength(row.thinkingBlocks)
  expect(of('tool'), row.id).toHaveLength(row.toolCalls)
  expect(
    of('tool').filter((entry) => entry.tool?.status === 'failed'),
    row.id
  ).toHaveLength(row.failedToolCalls)
  expect(
    entries.reduce((sum, entry) => sum + (entry.images?.length ?? 0), 0),
    row.id
  ).toBe(row.images)
  expect(session.summary.entries, row.id).toBe(entries.filter((entry) => entry.kind !== 'unrecognised').length)
  expect(session.summary.title).toBe(row.title || 'No prompt yet')
  const account = await session.account(new AbortController().signal, () => undefined)
  const { read, shown, raw, unreadable } = account.accounting
  expect(shown + raw + unreadable).toBe(read)
  expect(account.entries).toBe(entries.filter((entry) => entry.kind !== 'unrecognised').length)
  const rules = account.findings.filter((finding) => finding.code.startsWith('a3s.snapshot.rule-'))
  expect(rules.length > 0, row.id).toBe(!row.valid)
  if (row.validationError !== undefined && row.validationError !== null)
    expect(rules[0]?.what).toContain(row.validationError)
}
