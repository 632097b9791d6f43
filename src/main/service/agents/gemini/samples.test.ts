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

describe('the real sessions of Gemini CLI', () => {
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
    expect(entries.filter(({ notice }) => notice === 'compaction')).toHaveLength(session.compactions ?? 0)
    expect(found?.listed).toMatchObject({
      workspace: session.cwd,
      model: 'gemini-3.8-flash',
      state: 'ok',
      resumable: session.parent === undefined,
      ...(session.title !== undefined && { title: session.title })
    })
    expect(found?.listed.parent).toBe(session.parent)
    expect(found?.listed.parentKind).toBe(session.parent ? 'subagent' : undefined)
    const { accounting, entries: count } = found?.account ?? {}
    expect(found?.account?.usage).toEqual({
      replies: session.assistantResponses,
      input: session.wireInputTokens,
      output: session.wireOutputTokens,
      cached: session.wireCachedTokens
    })
    expect(accounting?.unreadable).toBe(0)
    expect(accounting?.read).toBe((accounting?.shown ?? 0) + (accounting?.raw ?? 0))
    expect(count).toBe(entries.length)
    const checkpoints = await adapter.checkpoints(source, id, readingFor())
    const kinds = (kind: string) => checkpoints.filter(({ holds }) => holds.kind === kind)
    expect(kinds('shadow commit')).toHaveLength(session.checkpoints ?? 0)
    expect(
      kinds('saved chat')
        .map(({ label }) => label)
        .toSorted()
    ).toEqual(session.savedChats ?? [])
    expect(checkpoints.every(({ valid, restorable }) => valid && restorable)).toBe(true)
  })

  it('lists each session once, though a resume begins another file of the same id', () => {
    expect([...browsed.sessions.keys()].toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
    const sessions = [...browsed.units.keys()].filter((unit) => unit.includes('/chats/'))
    expect(sessions).toHaveLength(expected.length)
  })

  it('shows the picture that was attached and the same one in the result of a call', async () => {
    const session = expected.find(({ images }) => images !== undefined)
    const opened = await adapter.open(source, session?.id ?? '', readingFor())
    const withImages = entriesOf(session?.id ?? '').filter(({ images }) => images !== undefined)
    expect(withImages.map(({ kind }) => kind)).toEqual(['user', 'tool'])
    const pictures = await Promise.all(withImages.map(({ id }) => opened.image(id, 0)))
    const distinct = new Set(pictures.map((picture) => Buffer.from(picture?.data ?? []).toString('base64')))
    expect(distinct.size).toBe(session?.images)
    expect(pictures[0]).toMatchObject({ mediaType: 'image/png' })
    expect(pictures[0]?.data.length).toBe(withImages[0]?.images?.[0]?.bytes)
  })

  it('C10 links a subagent from the call that started it', () => {
    const call = entriesOf('dd6b3d3f-1b38-46ef-b809-cf2e9210c57d').find(({ tool }) => tool?.name === 'invoke_agent')
    expect(call?.tool?.subagent).toEqual({ id: '6c849e69-a6df-437f-b236-43b7586ef2c2', name: 'generalist' })
  })

  it('opens the conversation that a checkpoint and a saved chat hold, to look at', async () => {
    const id = '4add6a7e-abb8-48a6-b8d6-655823f1851a'
    const found = await adapter.checkpoints(source, id, readingFor())
    for (const { id: checkpoint, holds } of found) {
      const opened = await adapter.openCheckpoint?.(source, id, checkpoint, readingFor())
      const { entries } = (await opened?.page({ from: 'start', direction: 'forward', limit: 50 })) ?? { entries: [] }
      const prompts = ofKind(entries, 'user').map(({ text }) => text)
      const all = expected.find((session) => session.id === id)?.prompts ?? []
      expect(all).toEqual(expect.arrayContaining(prompts))
      expect(prompts.length).toBeGreaterThan(0)
      expect((await opened?.account(readingFor().signal, () => undefined))?.accounting.read).toBe(holds.messages)
      expect(await adapter.checkpointFingerprint?.(source, id, checkpoint, readingFor())).not.toBeNull()
    }
    expect(browsed.sessions.get(id)?.listed.ownCheckpoints).toBe(2)
  })

  it('keeps the exit code of a command that Gemini CLI does not call a failure', () => {
    const [shell, read] = ofKind(entriesOf('10e1f03d-14bb-4257-8398-98be0377e3ba'), 'tool')
    expect(shell?.tool).toMatchObject({ name: 'run_shell_command', status: 'ok', exitCode: 1 })
    expect(read?.tool).toMatchObject({ name: 'read_file', status: 'failed' })
    expect(read?.tool?.result).toContain('File not found')
  })

  it('shows what a call changed in a file, as a diff', () => {
    const edit = entriesOf('353f7d23-db03-4d17-a7d7-d204e5206800').find(({ tool }) => tool?.name === 'replace')
    expect(edit?.tool?.edits?.[0]?.path).toBe('/home/dev/weather/src/forecast.js')
    expect(edit?.tool?.edits?.[0]?.patch).toContain('+export function toCelsius(f) {')
  })
})
