import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SourceLocation } from '../adapter'
import { type Browsed, backwards, browse, readingFor } from '../conformance/browse'
import { fileState } from '../conformance/file-state'
import { expectCounts, ofKind } from '../conformance/sample-counts'
import { adapter } from './adapter'
import { samples } from './testing/samples'

const { expected } = samples
const [twoTurns, failing, , , picture] = expected.map(({ id }) => id) as [string, string, string, string, string]
const calling = '7bd1cdca-e2e3-4f4e-9c9a-b7a042b82bc5'
const helper = '316aadc2-eefb-4aba-9c83-d68a7b74cc1c'
let home: string
let source: SourceLocation
let browsed: Browsed

beforeAll(async () => {
  home = samples.sampleHome()
  source = await samples.sourceIn(home)
  const before = fileState(home)
  browsed = await browse(adapter, source)
  expect(fileState(home)).toEqual(before)
})
afterAll(samples.removeHomes)

const entriesOf = (id: string) => browsed.sessions.get(id)?.entries ?? []

describe('the real sessions of Copilot CLI', () => {
  it.each(expected.map((session) => [session.id, session] as const))('reads %s as it was', (id, session) => {
    expectCounts(browsed.sessions.get(id), session)
    const { listed, account } = browsed.sessions.get(id) ?? {}
    expect(listed).toMatchObject({
      title: session.prompts[0],
      model: 'mock-large',
      agentVersion: session.version,
      resumable: true,
      ownCheckpoints: session.checkpoints ?? 0
    })
    // Records that are kept raw are the instructions that the program gives the model.
    expect(account?.accounting.raw).toBe(1)
  })

  it.each(expected.map((session) => [session.id, session] as const))('C13 counts the tokens of %s', (id, session) => {
    expect(browsed.sessions.get(id)?.account?.usage).toEqual({
      replies: session.assistantResponses,
      input: session.wireInputTokens,
      cached: session.wireCachedTokens,
      output: session.wireOutputTokens
    })
  })

  it('keeps a subagent out of its session, and shows it as one of its own below it', () => {
    expect([...browsed.sessions.values()].filter(({ listed }) => listed.parentKind === undefined)).toHaveLength(6)
    const child = browsed.sessions.get(helper)
    expect(child?.listed).toMatchObject({
      title: 'find-todo-comments',
      parent: calling,
      parentKind: 'subagent',
      workspace: '/home/dev/weather',
      resumable: false
    })
    expect(child?.entries.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'user List every TODO comment under src and report the file names.',
      'assistant Searching for TODO comments.',
      'tool ',
      'assistant Found 1 TODO in `src/forecast.js` (line 2).'
    ])
    expect(child?.account?.usage).toEqual({ replies: 2, input: 2500, output: 90, cached: 1600 })
    const call = entriesOf(calling).find(({ tool }) => tool?.name === 'task')?.tool
    expect(call).toMatchObject({ status: 'ok', subagent: { id: helper, name: 'todo-finder' } })
    const counts = [calling, helper].map((id) => browsed.sessions.get(id)?.account?.accounting.read ?? 0)
    const log = readFileSync(join(home, '.copilot', 'session-state', calling, 'events.jsonl'), 'utf8')
    expect(counts.reduce((sum, read) => sum + read)).toBe(log.trimEnd().split('\n').length)
  })

  it('keeps the exit code of a command that Copilot CLI does not call failed', () => {
    const tools = ofKind(entriesOf(failing), 'tool').map(({ tool }) => tool)
    expect(tools.map((tool) => [tool?.status, tool?.exitCode])).toEqual([
      ['ok', 1],
      ['failed', undefined]
    ])
    expect(tools[1]?.result).toBe('Path does not exist')
  })

  it('shows what an edit changed', () => {
    const edit = entriesOf(twoTurns).find(({ tool }) => tool?.name === 'edit')?.tool?.edits?.[0]
    expect(edit?.path).toBe('/home/dev/weather/src/forecast.js')
    expect(edit?.patch).toContain('+export function toCelsius(f) {')
  })

  it('gives the image of a result, whose bytes stand in an event of their own', async () => {
    const opened = await adapter.open(source, picture, readingFor())
    const entry = entriesOf(picture).find(({ images }) => images !== undefined)
    const image = await opened.image(entry?.id ?? '', 0)
    expect(image?.mediaType).toBe('image/png')
    expect(image?.data.length).toBe(entry?.images?.[0]?.bytes)
    expect(await opened.image(entry?.id ?? '', 1)).toBeNull()
  })

  it('reads the same from the end', async () => {
    for (const id of [...expected.map((session) => session.id), helper]) {
      const opened = await adapter.open(source, id, readingFor())
      expect(await backwards(opened, 2)).toEqual(entriesOf(id))
    }
  })

  it('lists the files that were kept before turns changed them, and says which copies are gone', async () => {
    const [last, first] = await adapter.checkpoints(source, twoTurns, readingFor())
    expect([last?.label, first?.label]).toEqual(expected[0]?.prompts.toReversed())
    expect(last?.findings[0]?.what).toContain('/home/dev/weather/docs/NOTES.md (did not exist)')
    expect(first).toMatchObject({ holds: { files: 1, kind: 'file snapshots' }, valid: true, restorable: true })
    expect(await adapter.checkpoints(source, helper, readingFor())).toEqual([])
    rmSync(join(home, '.copilot', 'session-state', twoTurns, 'rewind-file-snapshots', 'backups'), { recursive: true })
    const [, gone] = await adapter.checkpoints(source, twoTurns, readingFor())
    expect(gone?.valid).toBe(false)
    expect(gone?.findings.map(({ code }) => code)).toContain('copilot-cli.checkpoint.missing')
  })
})
