import type { Entry } from '@shared/domain/transcript'
import { describe, expect, it } from 'vitest'
import type { OpenedSession } from '../agents/adapter'
import { entriesHolding } from './entries-holding'

const long = 'x'.repeat(100_000)
const entries: Entry[] = [
  { id: 'text', kind: 'assistant', at: null, text: `${long} The Tide turns` },
  { id: 'short', kind: 'assistant', at: null, text: 'the tide' },
  {
    id: 'result',
    kind: 'tool',
    at: null,
    text: '',
    tool: {
      name: 'shell',
      status: 'ok',
      arguments: { command: `${long} neap` },
      result: `${long} low TIDE`,
      durationMs: null
    }
  }
]
const session = {
  entry: async (id: string) => entries.find((one) => one.id === id) ?? null
} as unknown as OpenedSession
const asked = (words: string) =>
  entriesHolding(session, ['text', 'short', 'result', 'gone'], words, new AbortController().signal)

describe('entriesHolding', () => {
  it('looks through the whole of the fields that pages cut, in any case', async () => {
    expect(await asked('tide')).toEqual({ entries: ['text', 'result'] })
    expect(await asked('NEAP')).toEqual({ entries: ['result'] })
    expect(await asked('absent')).toEqual({ entries: [] })
  })
})
