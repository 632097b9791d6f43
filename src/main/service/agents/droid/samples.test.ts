import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SourceLocation } from '../adapter'
import { type Browsed, backwards, browse, readingFor } from '../conformance/browse'
import { fileState } from '../conformance/file-state'
import { expectCounts, ofKind } from '../conformance/sample-counts'
import { adapter } from './adapter'
import { samples } from './testing/samples'

const { expected } = samples
const fork = 'e66114cc-f68c-4f69-8864-bc1ec6c0d387'
const picture = '79dbcbf4-9558-434f-b9c9-cf09f281c07b'
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

describe('the real sessions of droid', () => {
  it.each(expected.map((session) => [session.id, session] as const))('reads %s as it was', (id, session) => {
    // The picture of one session came in a result, which the table of the samples does not count.
    expectCounts(browsed.sessions.get(id), { ...session, ...(id === picture && { images: 1 }) })
    const { listed, account } = browsed.sessions.get(id) ?? {}
    expect(listed).toMatchObject({ model: 'custom:mock-0', layout: 'version 2', resumable: null })
    expect(listed?.title).toBe(session.forkedFrom ? session.prompts.at(-1) : session.prompts[0])
    // The context that droid puts in is the one record that is kept raw.
    expect(account?.accounting.raw).toBe(1)
  })

  it.each(expected.map((session) => [session.id, session] as const))('C13 counts the tokens of %s', (id, session) => {
    const own = id === fork ? { replies: 2, input: 2500, cached: 1600, output: 90 } : null
    const usage = browsed.sessions.get(id)?.account?.usage
    // droid records what did not come from the cache; the sum of both is what went over the wire.
    expect(usage && { ...usage, input: usage.input + usage.cached }).toEqual(
      own ?? {
        replies: session.assistantResponses,
        input: session.wireInputTokens,
        cached: session.wireCachedTokens,
        output: session.wireOutputTokens
      }
    )
  })

  it('C11 marks what a fork copied from its parent', () => {
    const entries = entriesOf(fork)
    expect(entries[0]).toMatchObject({ notice: 'fork', text: 'Forked from @@1979bb16-819d-4543-9128-6af448e2f80d' })
    expect(ofKind(entries, 'user').map(({ inherited }) => inherited)).toEqual([true, undefined])
    expect(browsed.sessions.get(fork)?.listed.startedAt).toBe(Date.parse('2026-11-29T12:31:18.145Z'))
  })

  it('C12 shows no context that was put in for the model', () => {
    const texts = [...browsed.sessions.values()].flatMap(({ entries }) => entries.map(({ text }) => text))
    expect(texts.filter((text) => text.includes('<system-reminder>'))).toEqual([])
  })

  it('gives the image of a result, what an edit replaces, and the exit code of a command', async () => {
    const opened = await adapter.open(source, picture, readingFor())
    const entry = entriesOf(picture).find(({ images }) => images !== undefined)
    const image = await opened.image(entry?.id ?? '', 0)
    expect(image?.data.length).toBe(entry?.images?.[0]?.bytes)
    expect(String.fromCharCode(...(image?.data.subarray(1, 4) ?? []))).toBe('PNG')
    const tools = ofKind(entriesOf(expected[0]?.id ?? ''), 'tool').map(({ tool }) => tool)
    expect(tools[1]?.edits?.[0]).toMatchObject({
      path: '/home/dev/weather/src/forecast.js',
      before: 'export function format(t) {'
    })
    expect(tools[2]?.exitCode).toBe(0)
  })

  it('reads the same from the end', async () => {
    for (const { id } of expected) {
      const opened = await adapter.open(source, id, readingFor())
      expect(await backwards(opened, 2)).toEqual(entriesOf(id))
    }
  })
})
