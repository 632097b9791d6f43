import { describe, expect, it } from 'vitest'
import { entryWords } from './entry-words'

const at = new Date(2026, 10, 29, 9, 5).getTime()

describe('entryWords', () => {
  it('names an entry by its kind, its time of day and its first words', () => {
    expect(entryWords({ kind: 'user', at, text: 'Please add\n a helper.' })).toBe(
      'Prompt, 09:05, “Please add a helper.”'
    )
    expect(entryWords({ kind: 'tool', at: null, text: '', tool: { name: 'Read', status: 'ok' } as never })).toBe(
      'Tool call Read'
    )
  })

  it('cuts long text between words where there are some, never inside of a character', () => {
    const text = 'Two render calls, so the inHg one is the duplicate. Check the second one first.'
    expect(entryWords({ kind: 'thinking', at: null, text })).toBe(
      'Thinking, “Two render calls, so the inHg one is the duplicate. Check…”'
    )
    const words = entryWords({ kind: 'thinking', at: null, text: '👋🏽'.repeat(200) })
    expect(words).toMatch(/^Thinking, “.*…”$/u)
    expect(words.isWellFormed()).toBe(true)
    expect(words.length).toBeLessThan(200)
  })
})
