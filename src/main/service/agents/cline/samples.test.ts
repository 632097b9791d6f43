import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SourceLocation } from '../adapter'
import { type Browsed, backwards, browse, readingFor } from '../conformance/browse'
import { fileState } from '../conformance/file-state'
import { expectCounts, ofKind } from '../conformance/sample-counts'
import { adapter } from './adapter'
import { samples } from './testing/samples'

const { expected } = samples
const [threeTurns, failing] = expected.map(({ id }) => id) as [string, string]
const picture = '1795955564487_ex6mi'
const calling = '1795955637453_gxxji'
const helper = 'agent_1795955637843_fzto3m'
let source: SourceLocation
let browsed: Browsed

beforeAll(async () => {
  const home = samples.sampleHome()
  source = await samples.sourceIn(home)
  const before = fileState(home)
  browsed = await browse(adapter, source)
  expect(fileState(home)).toEqual(before)
})
afterAll(samples.removeHomes)

const entriesOf = (id: string) => browsed.sessions.get(id)?.entries ?? []

describe('the real sessions of Cline', () => {
  it.each(expected.map((session) => [session.id, session] as const))('reads %s as it was', (id, session) => {
    expectCounts(browsed.sessions.get(id), session)
    const { listed, account } = browsed.sessions.get(id) ?? {}
    expect(listed).toMatchObject({
      title: session.prompts[0],
      model: 'mock-large',
      agentVersion: session.version,
      resumable: session.parent === undefined,
      ownCheckpoints: id === helper ? 0 : (session.checkpoints ?? 1)
    })
    expect(account?.accounting.raw).toBe(0)
  })

  it.each(expected.map((session) => [session.id, session] as const))('C13 counts the tokens of %s', (id, session) => {
    expect(browsed.sessions.get(id)?.account?.usage).toEqual({
      replies: session.assistantResponses,
      input: session.wireInputTokens,
      cached: session.wireCachedTokens,
      output: session.wireOutputTokens
    })
  })

  it('shows a subagent below its session, and links the call that started it', () => {
    expect(browsed.sessions.get(helper)?.listed).toMatchObject({ parent: calling, parentKind: 'subagent' })
    const call = entriesOf(calling).find(({ tool }) => tool?.name === 'spawn_agent')?.tool
    expect(call?.subagent?.id).toBe(helper)
    expect(call?.result).toBe('Found 1 TODO in `src/forecast.js` (line 2).')
  })

  it('counts a call as failed whose parts say so, and says what was wrong', () => {
    const tools = ofKind(entriesOf(failing), 'tool').map(({ tool }) => tool)
    expect(tools.map((tool) => [tool?.status, tool?.exitCode])).toEqual([
      ['failed', 1],
      ['failed', undefined]
    ])
    expect(tools[1]?.result).toContain('ENOENT')
  })

  it('shows what the editor changed', () => {
    const edits = entriesOf(threeTurns).flatMap(({ tool }) => tool?.edits ?? [])
    expect(edits.map(({ before }) => before)).toEqual(['export function format(t) {', undefined, undefined])
    expect(edits[1]).toMatchObject({ path: '/home/dev/weather/docs/NOTES.md' })
  })

  it('gives the image of a result', async () => {
    const opened = await adapter.open(source, picture, readingFor())
    const entry = entriesOf(picture).find(({ images }) => images !== undefined)
    const image = await opened.image(entry?.id ?? '', 0)
    expect(image?.mediaType).toBe('image/png')
    expect(image?.data.length).toBe(entry?.images?.[0]?.bytes)
  })

  it('reads the same from the end, and gives each message as it is', async () => {
    for (const { id } of expected) {
      const opened = await adapter.open(source, id, readingFor())
      expect(await backwards(opened, 2)).toEqual(entriesOf(id))
    }
    const opened = await adapter.open(source, threeTurns, readingFor())
    expect(JSON.parse(await opened.raw(entriesOf(threeTurns)[0]?.id ?? ''))).toMatchObject({
      id: 'f3a80462-1980-426d-b275-936704c6a373',
      role: 'user'
    })
  })

  it('lists the commits that were made before prompts, without looking at the repository', async () => {
    const found = await adapter.checkpoints(source, threeTurns, readingFor())
    expect(found.map(({ label }) => label)).toEqual(expected[0]?.prompts.toReversed())
    expect(found.map(({ holds }) => holds.kind)).toEqual([
      'commit with changed files',
      'commit with changed files',
      'commit of a clean tree'
    ])
    expect(found.every(({ restorable }) => restorable)).toBe(true)
    expect(await adapter.checkpoints(source, helper, readingFor())).toEqual([])
  })
})
