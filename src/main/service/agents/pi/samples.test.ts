import type { Entry } from '@shared/domain/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SourceLocation } from '../adapter'
import { type Browsed, backwards, browse, readingFor } from '../conformance/browse'
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

describe('the real sessions of pi', () => {
  it.each(expected.map((session) => [session.id, session] as const))('reads %s as it was', (id, session) => {
    const { listed, failure, account } = browsed.sessions.get(id) ?? {}
    expect(failure).toBeNull()
    const entries = entriesOf(id)
    expect(ofKind(entries, 'user').map(({ text }) => text)).toEqual(session.prompts)
    const tools = ofKind(entries, 'tool')
    expect(tools).toHaveLength(session.toolCalls)
    expect(tools.filter(({ tool }) => tool?.status === 'failed')).toHaveLength(session.failedToolCalls)
    expect(tools.filter(({ tool }) => tool?.status === 'running')).toEqual([])
    expect(ofKind(entries, 'thinking')).toHaveLength(session.thinkingBlocks)
    expect(entries.flatMap(({ images }) => images ?? [])).toHaveLength(session.images ?? 0)
    expect(entries.filter(({ notice }) => notice === 'compaction')).toHaveLength(session.compactions ?? 0)
    const own = session.forkedFrom ? session.prompts.at(-1) : session.prompts[0]
    expect(listed).toMatchObject({
      workspace: session.cwd,
      title: session.title ?? own,
      model: 'mock-large',
      state: 'ok',
      resumable: true
    })
    expect(listed?.parent).toBe(session.forkedFrom)
    expect(account?.accounting).toMatchObject({ raw: 0, unreadable: 0 })
    // pi records what did not come from the cache; the sum of both is what went over the wire.
    const usage = account?.usage
    expect(usage && { ...usage, input: usage.input + usage.cached }, 'C13').toEqual({
      replies: session.assistantResponses,
      input: session.wireInputTokens,
      output: session.wireOutputTokens,
      cached: session.wireCachedTokens
    })
  })

  it('keeps a branch that was left, below the divider where the conversation went on from an earlier point', async () => {
    const id = '01a22751-ceae-751c-85d1-1912d6555b60'
    const entries = entriesOf(id)
    const rewind = entries.find(({ notice }) => notice === 'rewind')
    const left = entries.filter(({ parent }) => parent === rewind?.id)
    expect(ofKind(left, 'user').map(({ text }) => text)).toEqual([
      'Try the alternative: use Kelvin instead.',
      'Please say thanks.'
    ])
    expect(ofKind(entries, 'user').filter(({ parent }) => parent === undefined)).toHaveLength(2)
    expect(rewind?.parent).toBeUndefined()
    expect(browsed.sessions.get(id)?.account?.entries).toBe(entries.length - left.length)
    const opened = await adapter.open(source, id, readingFor())
    expect(await backwards(opened, 2)).toEqual(entries)
    expect(await opened.entry(rewind?.id ?? '')).toEqual(rewind)
  })

  it('C11 marks what a fork copied from its parent', () => {
    const entries = entriesOf('01a22748-1457-7358-934f-89130cc47a09')
    expect(ofKind(entries, 'user').map(({ inherited }) => inherited)).toEqual([true, true, undefined])
    expect(entries[0]).toMatchObject({ notice: 'fork', text: 'Forked from @@01a22747-8be0-77d3-b400-6cb4156239b3' })
  })

  it('gives the images of a prompt and of a result', async () => {
    const opened = await adapter.open(source, '01a22748-3847-7219-b5bf-957848ab7d84', readingFor())
    for (const entry of entriesOf('01a22748-3847-7219-b5bf-957848ab7d84').filter(
      ({ images }) => images !== undefined
    )) {
      const image = await opened.image(entry.id, 0)
      expect(image?.data.length).toBe(entry.images?.[0]?.bytes)
      expect(
        Buffer.from(image?.data ?? [])
          .subarray(1, 4)
          .toString()
      ).toBe('PNG')
    }
  })

  it('shows what an edit replaces', () => {
    const edit = entriesOf(expected[0]?.id ?? '').find(({ tool }) => tool?.name === 'edit')
    expect(edit?.tool?.edits?.[0]).toMatchObject({ path: 'src/forecast.js', before: 'export function format(t) {' })
  })
})
