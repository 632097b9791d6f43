import type { Entry } from '@shared/domain/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SourceLocation } from '../adapter'
import { type Browsed, browse, readingFor } from '../conformance/browse'
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

const entriesOf = (id: string): readonly Entry[] => browsed.sessions.get(id)?.entries ?? []
const ofKind = (entries: readonly Entry[], kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind)
const notices = (entries: readonly Entry[], notice: Entry['notice']) =>
  entries.filter((entry) => entry.notice === notice)
/** Messages of the model: entries of one message have its id in front. */
const replies = (entries: readonly Entry[]) =>
  new Set(
    entries.filter(({ kind }) => ['assistant', 'thinking', 'tool'].includes(kind)).map(({ id }) => id.split('.', 1)[0])
  ).size

describe('the real sessions of opencode', () => {
  it('lists all of them', () => {
    expect([...browsed.sessions.keys()].sort()).toEqual(expected.map(({ id }) => id).sort())
    expect(browsed.findings).toEqual([])
  })

  it.each(expected.map((session) => [session.id, session] as const))('reads %s as it was', (id, session) => {
    const found = browsed.sessions.get(id)
    expect(found?.failure).toBeNull()
    const entries = entriesOf(id)
    const users = ofKind(entries, 'user')
    expect(users).toHaveLength(session.userTurns)
    if (session.prompts) expect(users.map(({ text }) => text)).toEqual(session.prompts)
    const tools = ofKind(entries, 'tool')
    expect(tools).toHaveLength(session.toolCalls)
    expect(tools.filter(({ tool }) => tool?.status === 'failed')).toHaveLength(session.failedToolCalls ?? 0)
    expect(tools.filter(({ tool }) => tool?.status === 'running')).toEqual([])
    expect(ofKind(entries, 'thinking')).toHaveLength(session.thinkingBlocks ?? 0)
    expect(replies(entries)).toBe(session.assistantResponses)
    expect(users.flatMap(({ images }) => images ?? [])).toHaveLength(session.images ?? 0)
    expect(notices(entries, 'compaction')).toHaveLength(session.compactions ?? 0)
    expect(notices(entries, 'interruption')).toHaveLength(session.interrupted ? 1 : 0)
    expect(notices(entries, 'rewind')).toHaveLength(session.reverted ? 1 : 0)
    const { listed } = found ?? {}
    expect(listed).toMatchObject({
      workspace: session.cwd,
      agentVersion: session.version,
      model: 'mock-large',
      state: 'ok',
      layout: 'database',
      resumable: true,
      ...(session.title === undefined ? {} : { title: session.title })
    })
    expect(listed?.parent).toBe(session.parent ?? session.forkedFrom)
    expect(listed?.parentKind).toBe(session.parent ? 'subagent' : session.forkedFrom ? 'fork' : undefined)
    const { accounting, entries: count } = found?.account ?? {}
    expect(accounting?.unreadable).toBe(0)
    expect(accounting?.read).toBe((accounting?.shown ?? 0) + (accounting?.raw ?? 0))
    const own = entries.filter(({ inherited, parent, kind }) => !inherited && !parent && kind !== 'unrecognised')
    expect(count).toBe(own.length)
  })

  it.each(
    expected
      .filter(({ wireInputTokens, compactions }) => wireInputTokens !== undefined && compactions === undefined)
      .map((session) => [session.id, session] as const)
  )('C13 counts the tokens of %s', (id, session) => {
    // opencode records what did not come from the cache; the sum of both is what went over the wire.
    const usage = browsed.sessions.get(id)?.account?.usage
    expect(usage && { ...usage, input: usage.input + usage.cached }).toEqual({
      replies: session.assistantResponses,
      input: session.wireInputTokens,
      output: session.wireOutputTokens,
      cached: session.wireCachedTokens
    })
  })

  it('C11 marks what a fork copied from its origin', () => {
    const entries = entriesOf('ses_dd8bb14a8ffe414kHSyztqHQ6l')
    const inherited = entries.filter((entry) => entry.inherited)
    const origin = entriesOf('ses_dd8bb9167ffe1JgehSW6pzAr9b')
    expect(inherited.map(({ text }) => text)).toEqual(origin.map(({ text }) => text))
    expect(ofKind(entries.slice(inherited.length), 'user').map(({ text }) => text)).toEqual([
      'Try the alternative: use Kelvin instead.'
    ])
  })

  it('C10 links a subagent from the call that started it', () => {
    const call = entriesOf('ses_dd8bab493ffeaAlsLixUt25TDC').find(({ tool }) => tool?.name === 'task')
    expect(call?.tool?.subagent).toEqual({ id: 'ses_dd8baa87dffey1Rv1sURfzgEw0', name: 'explore' })
  })

  it('keeps what was undone below its divider', () => {
    const [divider, ...hidden] = entriesOf('ses_dd8ad1c5effeaCPlGSz5sNuFUs')
    expect(divider).toMatchObject({ kind: 'notice', notice: 'rewind' })
    expect(hidden.length).toBeGreaterThan(2)
    expect(hidden.every(({ parent }) => parent === divider?.id)).toBe(true)
  })

  it('C12 shows what opencode put beside a prompt folded, and not as words of the person', () => {
    const entries = entriesOf('ses_dd8ba81f0ffey6neaLgec0lMAu')
    expect(ofKind(entries, 'unrecognised').map(({ text }) => text)).toEqual([
      'Called the Read tool with the following input: {"filePath":"/home/dev/weather/assets/icon.png"}',
      'Image read successfully'
    ])
    expect(browsed.sessions.get('ses_dd8ba81f0ffey6neaLgec0lMAu')?.account?.accounting.raw).toBe(2)
  })

  it('gives the images of a prompt and of a result', async () => {
    const opened = await adapter.open(source, 'ses_dd8ba81f0ffey6neaLgec0lMAu', readingFor())
    const { entries } = await opened.page({ from: 'start', direction: 'forward', limit: 50 })
    const pictured = entries.filter(({ images }) => images !== undefined)
    expect(pictured.map(({ kind }) => kind)).toEqual(['user', 'tool'])
    for (const { id, images } of pictured) {
      const image = await opened.image(id, 0)
      const bytes = Buffer.from(image?.data ?? [])
      expect(bytes.subarray(1, 4).toString()).toBe('PNG')
      expect(images?.[0]).toEqual({ mediaType: 'image/png', bytes: bytes.length })
    }
    opened.close()
  })

  it('shows what a call changed, and the exit code of a command that opencode does not count as failed', () => {
    const tools = ofKind(entriesOf('ses_dd8bb9167ffe1JgehSW6pzAr9b'), 'tool').map(({ tool }) => tool)
    expect(tools[1]?.edits?.[0]?.patch).toContain('+export function toCelsius(f) {')
    const shell = ofKind(entriesOf('ses_dd8baef69ffeu1Kt7jfy2eukN3'), 'tool')[0]?.tool
    expect(shell).toMatchObject({ name: 'bash', status: 'ok', exitCode: 1 })
  })

  it('opens each prompt of the outline where it stands', async () => {
    const opened = await adapter.open(source, 'ses_dd8bb14a8ffe414kHSyztqHQ6l', readingFor())
    const outline = await opened.outline()
    expect(outline.filter(({ kind }) => kind === 'prompt')).toHaveLength(3)
    for (const { cursor, entry } of outline) {
      const page = await opened.page({ from: cursor, direction: 'forward', limit: 3 })
      expect(page.entries[0]?.id).toBe(entry)
    }
    opened.close()
  })

  it('lists the beginnings of turns with the tree of the files, and what an undo kept', async () => {
    const found = await adapter.checkpoints(source, 'ses_dd8bb9167ffe1JgehSW6pzAr9b', readingFor())
    expect(found.map(({ label }) => label)).toEqual(expected[0]?.prompts?.toReversed())
    expect(found.map(({ holds }) => holds)).toEqual([
      { kind: 'git tree', messages: 5, files: 1 },
      { kind: 'git tree', messages: 0, files: 1 }
    ])
    expect(found.every(({ restorable, valid }) => valid && restorable)).toBe(true)
    const undone = await adapter.checkpoints(source, 'ses_dd8ad1c5effeaCPlGSz5sNuFUs', readingFor())
    expect(undone.map(({ label }) => label)).toEqual([
      'The files before the undo',
      'Try the alternative: use Kelvin instead.'
    ])
  })
})
