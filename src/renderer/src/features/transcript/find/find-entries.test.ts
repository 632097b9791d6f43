import type { Entry, EntryPage } from '@shared/domain/transcript'
import type { Envelope } from '@shared/ipc/envelope'
import { describe, expect, it } from 'vitest'
import { type FindState, findEntries, holds } from './find-entries'

const entry = (id: string, text: string): Entry => ({ id, kind: 'assistant', at: null, text })
const pages: Record<string, EntryPage> = {
  start: { entries: [entry('a', 'The Tide table'), entry('b', 'nothing')], before: null, after: 'c2' },
  c2: { entries: [entry('c', 'tides again')], before: 'c2', after: 'c3' },
  c3: { entries: [], before: 'c3', after: null }
}
const ask = (from: string): Promise<Envelope<EntryPage>> => {
  const page = pages[from]
  return Promise.resolve(
    page
      ? { ok: true, value: page, traceId: '' }
      : { ok: false, error: { code: 'session.gone', message: 'gone' }, traceId: '' }
  )
}
const all = async (words: string, page = ask) => {
  const states: FindState[] = []
  const holding = (entries: readonly string[]) =>
    Promise.resolve({ ok: true as const, value: { entries: entries.filter((id) => id === 'deep') }, traceId: '' })
  for await (const state of findEntries(words, { page, holding })) states.push(state)
  return states
}

describe('findEntries', () => {
  it('finds words in any case, with the page of each hit, and says when it has seen all', async () => {
    const states = await all('TIDE')
    expect(states.at(-1)).toEqual({
      hits: [
        { entry: 'a', cursor: 'start' },
        { entry: 'c', cursor: 'c2' }
      ],
      looked: 3,
      done: true
    })
    expect(states[0]).toMatchObject({ hits: [{ entry: 'a' }], done: false })
  })
  it('looks into the rest of entries that a page cuts', async () => {
    const cut = (id: string): Entry => ({ ...entry(id, 'only the start'), clipped: [{ field: 'text', bytes: 99_999 }] })
    const page: EntryPage = { entries: [cut('shallow'), cut('deep')], before: null, after: null }
    const states = await all('far down', () => Promise.resolve({ ok: true, value: page, traceId: '' }))
    expect(states.at(-1)?.hits).toEqual([{ entry: 'deep', cursor: 'start' }])
  })
  it('keeps what it has when the session cannot be read on', async () => {
    const states = await all('tide', (from) => ask(from === 'c2' ? 'nowhere' : from))
    expect(states).toEqual([{ hits: [{ entry: 'a', cursor: 'start' }], looked: 2, done: false }])
  })
})

describe('holds', () => {
  it('looks at arguments and results of a call too', () => {
    const tool = {
      name: 'shell',
      status: 'ok' as const,
      arguments: { command: 'cargo test' },
      result: '14 passed',
      durationMs: null
    }
    const call: Entry = { id: 't', kind: 'tool', at: null, text: '', tool }
    expect(['CARGO', '14 passed', 'shell', 'absent'].map((words) => holds(call, words))).toEqual([
      true,
      true,
      true,
      false
    ])
  })
})
