import type { Entry } from '@shared/domain/transcript'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListedSession, ScanStep, SourceLocation } from '../../adapter'
import { adapter } from '../adapter'
import { parseTimestamp } from '../reading/timestamp'
import { fixtureHome, fixtureJson, readingAt, sourceAt } from '../testing/fixture-home'

interface ExpectedSession {
  agent: string
  folder: string
  id: string
  path: string
  cwd: string | null
  prompts: string[]
  userTurns: number
  assistantResponses: number
  toolCalls: number
  failedToolCalls: number
  thinkingBlocks: number
  messages: number
  title: string
  model: string | null
  createdAt: string
  lastActive: string
  checkpoints: string[]
  tasks: number
  tasksFile: string | null
  currentTaskId?: string
  taskTree?: { id: string; name: string; depth: number }[]
  tasksElsewhere?: Record<string, number>
  paused?: string
  checkpointDetails?: { id: string; label: string | null; at: string; messages: number; tasks: number }[]
}

const rows = fixtureJson<ExpectedSession[]>('expected.json').filter((row) => row.agent === 'gestura')

async function scanned(source: SourceLocation): Promise<readonly ScanStep[]> {
  const steps: ScanStep[] = []
  for await (const step of adapter.scan(source, { fingerprint: () => undefined }, readingAt())) steps.push(step)
  return steps
}

async function allEntries(source: SourceLocation, id: string): Promise<readonly Entry[]> {
  const opened = await adapter.open(source, id, readingAt())
  return (await opened.page({ from: 'start', direction: 'forward', limit: 10_000 })).entries
}

describe('every session that the fixtures expect', () => {
  let source: SourceLocation
  let listed: ReadonlyMap<string, ListedSession>
  let steps: readonly ScanStep[]

  beforeAll(async () => {
    source = sourceAt(fixtureHome('gestura'))
    steps = await scanned(source)
    listed = new Map(
      steps.flatMap((step) => (step.type === 'unit' ? step.sessions.map((each) => [each.id, each]) : []))
    )
  })

  it('is listed, and nothing else', () => {
    expect([...listed.keys()].sort()).toEqual(rows.map((row) => row.id).sort())
  })

  it.each(rows)('$id: title, workspace, times and model', (row) => {
    expect(listed.get(row.id)).toMatchObject({
      title: row.title,
      workspace: row.cwd,
      startedAt: parseTimestamp(row.createdAt)?.ms,
      updatedAt: parseTimestamp(row.lastActive)?.ms,
      state: 'ok'
    })
    expect(listed.get(row.id)?.model ?? null).toBe(row.model)
    expect(listed.get(row.id)?.prompts?.map(({ text }) => text)).toEqual(row.prompts.slice(-100))
  })

  it.each(rows)('$id: entries of its transcript', async (row) => {
    const entries = await allEntries(source, row.id)
    const of = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind)
    expect(of('user').map(({ text }) => text)).toEqual(row.prompts)
    expect(of('user')).toHaveLength(row.userTurns)
    expect(of('assistant')).toHaveLength(row.assistantResponses)
    expect(of('tool')).toHaveLength(row.toolCalls)
    expect(of('tool').filter(({ tool }) => tool?.status === 'failed')).toHaveLength(row.failedToolCalls)
    expect(of('thinking')).toHaveLength(row.thinkingBlocks)
    expect(of('notice').filter(({ notice }) => notice === 'interruption')).toHaveLength(row.paused ? 1 : 0)
  })

  it.each(rows)('$id: counts add up', async (row) => {
    const opened = await adapter.open(source, row.id, readingAt())
    const { accounting, entries } = await opened.account(new AbortController().signal, () => undefined)
    expect(accounting.shown + accounting.raw + accounting.unreadable).toBe(accounting.read)
    expect(accounting.read).toBeGreaterThanOrEqual(row.messages + row.toolCalls)
    expect(entries).toBe(listed.get(row.id)?.entries)
    const shown = (await allEntries(source, row.id)).filter(({ kind }) => kind !== 'unrecognised')
    expect(entries).toBe(shown.length)
  })

  it.each(rows)('$id: checkpoints, newest first to the nanosecond', async (row) => {
    const checkpoints = await adapter.checkpoints(source, row.id, readingAt())
    expect(checkpoints.map(({ id }) => id)).toEqual(row.checkpoints)
    for (const detail of row.checkpointDetails ?? []) {
      const checkpoint = checkpoints.find(({ id }) => id === detail.id)
      expect(checkpoint).toMatchObject({
        label: detail.label,
        at: parseTimestamp(detail.at)?.ms,
        holds: { messages: detail.messages, tasks: detail.tasks, config: true, kind: 'session checkpoint' },
        valid: true,
        restorable: true
      })
      // Hooks that look like a secret are planted; nothing else is wrong.
      expect(checkpoint?.findings.filter(({ code }) => code !== 'gestura.checkpoint.hook-secret')).toEqual([])
    }
    const fromScan = steps.flatMap((step) => (step.type === 'unit' ? step.checkpoints : []))
    expect(
      fromScan
        .filter(({ sessionId }) => sessionId === row.id)
        .map(({ id }) => id)
        .sort()
    ).toEqual([...row.checkpoints].sort())
  })

  it.each(rows)('gestura-15 gestura-17 $id: tasks in tree order, in all three folders', async (row) => {
    const lists = await adapter.tasks(source, row.id, readingAt())
    expect(lists.map(({ place, target }) => [place, target])).toEqual([
      ['process-wide', true],
      ['automatic checkpoints', false],
      ['terminal UI', false]
    ])
    const live = lists.find(({ target }) => target)
    expect(live?.exists).toBe(row.tasksFile !== null)
    if (row.tasksFile !== null) expect(live?.path.endsWith(row.tasksFile)).toBe(true)
    expect(live?.tasks.map(({ id, name, depth }) => ({ id, name, depth }))).toEqual(row.taskTree ?? [])
    expect(live?.tasks).toHaveLength(row.tasks)
    expect(live?.currentTaskId).toBe(row.currentTaskId ?? null)
    const elsewhere = lists.filter(({ target, exists }) => !target && exists)
    expect(
      Object.fromEntries(elsewhere.map(({ path, tasks }) => [path.slice(source.root.length + 1), tasks.length]))
    ).toEqual(row.tasksElsewhere ?? {})
  })

  it('shows a session that is gone by its checkpoints', () => {
    const gone = '252ffa3a-4400-4c93-951e-ccad1a0faae0'
    const left = steps
      .flatMap((step) => (step.type === 'unit' ? step.checkpoints : []))
      .filter((each) => each.sessionId === gone)
    expect(left).toHaveLength(2)
    for (const checkpoint of left)
      expect(checkpoint).toMatchObject({ restorable: true, workspace: '/home/dev/weather' })
    expect(left.every(({ title }) => title !== undefined && title !== '')).toBe(true)
  })
})
