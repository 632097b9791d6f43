import type { Entry } from '@shared/domain/transcript'
import { describe, expect, it } from 'vitest'
import { jsonBytes } from './answer-size'
import { clipEntry, fieldText } from './clip-entry'

const long = 'x'.repeat(70_000)
const tool = (more: Partial<NonNullable<Entry['tool']>>): Entry => ({
  id: 't',
  kind: 'tool',
  at: null,
  text: '',
  tool: { name: 'edit', status: 'ok', arguments: {}, result: '', durationMs: null, ...more }
})

describe('clipEntry', () => {
  it('leaves an entry of up to 64 kB as it is', () => {
    const entry: Entry = { id: 'a', kind: 'user', at: 1, text: 'y'.repeat(64 * 1024) }
    expect(clipEntry(entry)).toEqual(entry)
  })

  it('cuts text, arguments and result, and says how long each is', () => {
    const entry = { ...tool({ arguments: { path: long }, result: `${long}é` }), text: long }
    const clipped = clipEntry(entry)
    expect(clipped.clipped).toEqual([
      { field: 'text', bytes: 70_000 },
      { field: 'arguments', bytes: 70_011, json: true },
      { field: 'result', bytes: 70_002 }
    ])
    expect(clipped.text === long.slice(0, 64 * 1024)).toBe(true)
    const prefix = String(clipped.tool?.arguments)
    expect(JSON.stringify({ path: long }).startsWith(prefix)).toBe(true)
    expect(prefix.length).toBeGreaterThan(65_000)
  })

  it('marks arguments that are free text as no JSON', () => {
    const entry = tool({ arguments: `{"a":"${long}"}` })
    expect(clipEntry(entry).clipped).toEqual([{ field: 'arguments', bytes: 70_008 }])
    expect(fieldText(entry, 'arguments')).toBe(`{"a":"${long}"}`)
  })

  it('keeps an entry small whatever its parts are', () => {
    const controls = '\u0001'.repeat(64 * 1024)
    const huge = { path: controls, before: controls, after: controls }
    const entry: Entry = {
      ...tool({ name: long, arguments: [controls], result: controls, edits: [huge, huge, { path: 'small' }] }),
      text: controls,
      steps: Array.from({ length: 2000 }, () => ({ text: long, status: 'done' })),
      images: Array.from({ length: 2000 }, () => ({ mediaType: 'image/png', bytes: 1 }))
    }
    const clipped = clipEntry(entry)
    expect(jsonBytes(clipped)).toBeLessThan(900_000)
    expect(clipped.tool?.edits).toEqual([{ path: 'small' }])
  })
})
