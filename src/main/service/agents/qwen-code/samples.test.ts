import type { Entry } from '@shared/domain/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SourceLocation } from '../adapter'
import { type Browsed, browse, readingFor } from '../conformance/browse'
import { fileState } from '../conformance/file-state'
import { adapter } from './adapter'
import { expected, removeHomes, sampleHome, sourceIn } from './testing/samples'

let source: SourceLocation
let browsed: Browsed

beforeAll(async () => {
  const home = sampleHome()
  source = await sourceIn(home)
  const before = fileState(home)
  browsed = await browse(adapter, source)
  expect(fileState(home)).toEqual(before)
})
afterAll(removeHomes)

const entriesOf = (id: string): readonly Entry[] => browsed.sessions.get(id)?.entries ?? []
const ofKind = (entries: readonly Entry[], kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind)
const anchor = ({ id }: Entry) => id.split('.')[0]
const subagent = 'agent-general-purpose-call_4RjlOCxWwIUUqxi60yVjfO'

describe('the real sessions of Qwen Code', () => {
  it.each(expected.map((session) => [session.id, session] as const))('reads %s as it was', async (id, session) => {
    const found = browsed.sessions.get(id)
    expect(found?.failure).toBeNull()
    const entries = entriesOf(id)
    expect(ofKind(entries, 'user').map(({ text }) => text)).toEqual(session.prompts)
    expect(session.prompts).toHaveLength(session.userTurns)
    const tools = ofKind(entries, 'tool')
    expect(tools).toHaveLength(session.toolCalls)
    expect(tools.filter(({ tool }) => tool?.status === 'failed')).toHaveLength(session.failedToolCalls)
    expect(tools.filter(({ tool }) => tool?.status === 'running')).toEqual([])
    expect(ofKind(entries, 'thinking')).toHaveLength(session.thinkingBlocks)
    const replies = entries.filter(({ kind }) => kind === 'assistant' || kind === 'thinking' || kind === 'tool')
    expect(new Set(replies.map(anchor)).size).toBe(session.assistantResponses)
    expect(entries.flatMap(({ images }) => images ?? [])).toHaveLength(session.images ?? 0)
    expect(entries.filter(({ notice }) => notice === 'compaction')).toHaveLength(session.compactions ?? 0)
    expect(entries.filter(({ notice }) => notice === 'rewind')).toEqual([])
    expect(ofKind(entries, 'unrecognised')).toEqual([])
    expect(found?.listed).toMatchObject({
      workspace: session.cwd,
      title: session.prompts[0],
      agentVersion: session.version,
      model: 'mock-large',
      state: 'ok',
      resumable: true,
      ownCheckpoints: session.checkpoints ?? 0
    })
    expect(found?.listed.parent).toBe(session.forkedFrom)
    expect(found?.listed.parentKind).toBe(session.forkedFrom ? 'fork' : undefined)
    const { accounting, entries: count } = found?.account ?? {}
    expect(found?.account?.usage).toEqual({
      replies: session.assistantResponses,
      input: session.wireInputTokens,
      output: session.wireOutputTokens,
      cached: session.wireCachedTokens
    })
    expect(accounting).toMatchObject({ unreadable: 0, raw: 0 })
    expect(count).toBe(entries.filter(({ inherited }) => !inherited).length)
    const checkpoints = await adapter.checkpoints(source, id, readingFor())
    expect(checkpoints).toHaveLength(session.checkpoints ?? 0)
    expect(checkpoints.every(({ valid, restorable }) => valid && restorable)).toBe(true)
  })

  it('marks what a fork took over, by what its records say', () => {
    const fork = expected.find(({ forkedFrom }) => forkedFrom !== undefined)
    const inherited = entriesOf(fork?.id ?? '').filter((entry) => entry.inherited)
    const parent = entriesOf(fork?.forkedFrom ?? '')
    expect(inherited.map(({ kind, text }) => [kind, text])).toEqual(parent.map(({ kind, text }) => [kind, text]))
  })

  it('C10 lists a subagent below its session, linked from the call that started it', () => {
    const call = entriesOf('aa752745-f77a-4225-afbc-22e968852c9b').find(({ tool }) => tool?.name === 'agent')
    expect(call?.tool?.subagent).toEqual({ id: subagent, name: 'general-purpose' })
    const child = browsed.sessions.get(subagent)
    expect(child?.listed).toMatchObject({
      parent: 'aa752745-f77a-4225-afbc-22e968852c9b',
      parentKind: 'subagent',
      title: 'find todo comments',
      resumable: false
    })
    const entries = entriesOf(subagent)
    expect(ofKind(entries, 'user').map(({ text }) => text)).toEqual([
      'List every TODO comment under src and report the file names.'
    ])
    expect(ofKind(entries, 'tool').map(({ tool }) => tool?.status)).toEqual(['ok'])
    expect(browsed.sessions.size).toBe(expected.length + 1)
  })

  it('lists prompts as checkpoints with the files that they hold', async () => {
    const id = '4373fa43-9fb8-45ef-8874-da3138205c90'
    const found = await adapter.checkpoints(source, id, readingFor())
    expect(found.map(({ label }) => label)).toEqual(expected.find((session) => session.id === id)?.prompts.toReversed())
    expect(found.map(({ holds }) => holds.files)).toEqual([2, 2, 1])
    expect(found[1]?.findings[0]?.what).toContain('kelvin.js (did not exist)')
  })

  it('keeps the exit code of a command', () => {
    const [shell] = ofKind(entriesOf('270c4c8c-6f54-4164-8ade-75f66072cdc5'), 'tool')
    expect(shell?.tool).toMatchObject({ name: 'run_shell_command', status: 'failed', exitCode: 1 })
  })
})
