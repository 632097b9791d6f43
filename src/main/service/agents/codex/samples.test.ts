import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '@shared/domain/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SourceLocation } from '../adapter'
import { type Browsed, backwards, browse, readingFor } from '../conformance/browse'
import { fileState } from '../conformance/file-state'
import { adapter } from './adapter'
import { expected, removeHomes, sampleHome, sourceIn } from './testing/samples'

let home = ''
let source: SourceLocation
let browsed: Browsed

beforeAll(async () => {
  home = sampleHome()
  source = await sourceIn(home)
  const before = fileState(home)
  browsed = await browse(adapter, source)
  expect(fileState(home)).toEqual(before)
})
afterAll(removeHomes)

const own = (id: string): readonly Entry[] =>
  (browsed.sessions.get(id)?.entries ?? []).filter((entry) => !entry.inherited)
const ofKind = (entries: readonly Entry[], kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind)

describe('the real sessions of Codex', () => {
  it.each(expected.map((session) => [session.id, session] as const))('reads %s as it was', (id, session) => {
    const found = browsed.sessions.get(id)
    expect(found?.failure).toBeNull()
    const entries = own(id)
    expect(ofKind(entries, 'user').map(({ text }) => text)).toEqual(session.userTurns === 0 ? [] : session.prompts)
    const tools = ofKind(entries, 'tool')
    expect(tools).toHaveLength(session.toolCalls)
    expect(tools.filter(({ tool }) => tool?.status === 'failed')).toHaveLength(session.failedToolCalls)
    expect(tools.filter(({ tool }) => tool?.status === 'running')).toEqual([])
    expect(ofKind(entries, 'thinking')).toHaveLength(session.thinkingBlocks)
    expect(entries.flatMap(({ images }) => images ?? [])).toHaveLength(session.images ?? 0)
    expect(entries.filter(({ notice }) => notice === 'compaction')).toHaveLength(session.compactions ?? 0)
    const { listed } = found ?? {}
    expect(listed).toMatchObject({
      workspace: session.cwd,
      agentVersion: session.version,
      model: 'gpt-5.5',
      state: 'ok',
      title: session.prompts[0],
      resumable: session.archived ? false : session.parent || session.forkedFrom ? null : true
    })
    expect(listed?.parent).toBe(session.parent ?? session.forkedFrom)
    expect(listed?.parentKind).toBe(session.parent ? 'subagent' : session.forkedFrom ? 'fork' : undefined)
    const { accounting, entries: count } = found?.account ?? {}
    expect(accounting?.unreadable).toBe(0)
    expect(accounting?.read).toBe((accounting?.shown ?? 0) + (accounting?.raw ?? 0))
    expect(count).toBe(entries.filter(({ kind }) => kind !== 'unrecognised').length)
  })

  it.each(expected.map((session) => [session.id, session] as const))('C13 counts the tokens of %s', (id, session) => {
    // Compacting is a request of its own, which the table of the samples does not count.
    const more = session.compactions ?? 0
    expect(browsed.sessions.get(id)?.account?.usage).toEqual({
      replies: session.assistantResponses + more,
      input: session.wireInputTokens + more * 1200,
      output: session.wireOutputTokens + more * 40,
      cached: session.wireCachedTokens + more * 800
    })
  })

  it('B9 lists the union of rollouts and index, and says which session is gone', () => {
    expect(browsed.sessions.size).toBe(10)
    const id = '01a22743-90ba-7862-8833-dbc5f7fac8c7'
    const gone = browsed.sessions.get(id)
    const title = 'Ask a helper agent to look for open TODO comments.'
    expect(gone?.listed).toMatchObject({ state: 'gone', workspace: '/home/dev/weather', title, resumable: false })
    // Its turns are still in the projection that Codex made of the rollout.
    expect(gone?.entries.map(({ kind, tool }) => tool?.name ?? kind)).toEqual([
      'user',
      'assistant',
      'spawn_agent',
      'assistant'
    ])
    expect(gone?.account).toMatchObject({ accounting: { read: 4, shown: 4 }, entries: 4 })
    expect(browsed.findings).toContain('codex.rollout.gone')
  })

  it('B9 gives a session that is gone from both ends, and says where it comes from', async () => {
    const id = '01a22743-90ba-7862-8833-dbc5f7fac8c7'
    const opened = await adapter.open(source, id, readingFor())
    expect(await backwards(opened, 1)).toEqual(browsed.sessions.get(id)?.entries)
    expect(opened.findings.map(({ code }) => code)).toEqual(['codex.rollout.projected'])
    const [first] = browsed.sessions.get(id)?.entries ?? []
    expect(await opened.entry(first?.id ?? '')).toEqual(first)
    expect(JSON.parse(await opened.raw(first?.id ?? ''))).toMatchObject({ type: 'userMessage' })
    expect(await adapter.checkpoints(source, id, readingFor())).toEqual([])
  })

  it('C11 shows the history of a fork as inherited, up to the byte that it was forked at', async () => {
    const id = '01a22743-86d9-7190-8eb4-603a9c0f8d0b'
    const all = browsed.sessions.get(id)?.entries ?? []
    expect(ofKind(all, 'user')).toHaveLength(3)
    expect(ofKind(all, 'tool')).toHaveLength(7)
    const inherited = all.filter((entry) => entry.inherited)
    const parent = own('01a22743-3624-77f2-90d9-0f40720e92a9')
    expect(inherited.map(({ text }) => text)).toEqual(parent.map(({ text }) => text))
    expect(own(id)[0]).toMatchObject({ kind: 'notice', notice: 'fork' })
    const opened = await adapter.open(source, id, readingFor())
    expect(await opened.entry(all[0]?.id ?? '')).toEqual(all[0])
    expect((await opened.outline()).filter(({ kind }) => kind === 'prompt')).toHaveLength(3)
    for (const { cursor, entry } of await opened.outline()) {
      const page = await opened.page({ from: cursor, direction: 'forward', limit: 3 })
      expect(page.entries[0]?.id).toBe(entry)
    }
    opened.close()
  })

  it('says that the beginning of a fork is missing when the rollout of its parent is gone', async () => {
    const copy = sampleHome()
    const [parent] = expected
    rmSync(join(copy, '.codex', parent?.path.replace('.codex/', '') ?? ''))
    const opened = await adapter.open(await sourceIn(copy), '01a22743-86d9-7190-8eb4-603a9c0f8d0b', readingFor())
    expect(opened.findings.map(({ code }) => code)).toEqual(['codex.history.missing'])
    const page = await opened.page({ from: 'start', direction: 'forward', limit: 50 })
    expect(page.entries[0]?.text).toContain('missing')
    expect(page.entries.filter(({ kind }) => kind === 'user')).toHaveLength(1)
  })

  it('C10 links a subagent from the call that started it, and lists it as a child', () => {
    const spawn = own('01a2274f-4148-7573-b727-b1b021b4c7be').find(({ tool }) => tool?.name === 'spawn_agent')
    expect(spawn?.tool?.subagent).toEqual({ id: '01a2274f-4238-71c2-b836-c52c52e53d77', name: '/root/todo_search' })
  })

  it('gives the images of a prompt and of a result', async () => {
    const opened = await adapter.open(source, '01a22743-8ee0-7f51-be7d-44de3a2c98f4', readingFor())
    const { entries } = await opened.page({ from: 'start', direction: 'forward', limit: 50 })
    for (const entry of entries.filter(({ images }) => images !== undefined)) {
      const image = await opened.image(entry.id, 0)
      expect(image?.mediaType).toBe('image/png')
      expect(
        Buffer.from(image?.data ?? [])
          .subarray(1, 4)
          .toString()
      ).toBe('PNG')
      expect(entry.images?.[0]?.bytes).toBe(image?.data.length)
    }
  })

  it('shows what a patch changed, and the output of a command as it was', () => {
    const tools = ofKind(own('01a22743-3624-77f2-90d9-0f40720e92a9'), 'tool').map(({ tool }) => tool)
    expect(tools[1]?.edits?.[0]).toMatchObject({ path: '/home/dev/weather/src/forecast.js' })
    expect(tools[1]?.edits?.[0]?.patch).toContain('+export function toCelsius(f) {')
    expect(tools[2]).toMatchObject({
      name: 'exec_command',
      arguments: { cmd: 'ls -1 src' },
      result: 'forecast.js\n',
      exitCode: 0
    })
  })

  it('lists the turns as checkpoints, all but the first with a conversation before them', async () => {
    const found = await adapter.checkpoints(source, '01a22743-3624-77f2-90d9-0f40720e92a9', readingFor())
    expect(found.map(({ label }) => label)).toEqual(expected[0]?.prompts.toReversed())
    expect(found.map(({ holds }) => holds.files)).toEqual([1, 1])
    expect(found.map(({ restorable, findings }) => [restorable, findings.length])).toEqual([
      [true, 0],
      [false, 1]
    ])
  })
})
