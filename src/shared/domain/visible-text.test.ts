import { describe, expect, it } from 'vitest'
import { visibleText } from './visible-text'

describe('visibleText', () => {
  it('C14 drops colours, window titles, links, cursor moves and other controls', () => {
    expect(visibleText('\u001b[31mred\u001b[0m \u001b]0;OWNED\u0007\u001b[2J\u001b[1;1Hclear')).toBe('red clear')
    expect(visibleText('\u001b]8;;http://a\u001b\\link\u001b]8;;\u001b\\ a\u0000b\b\u009b')).toBe('link ab')
  })

  it('drops what turns the direction of a text, and keeps text that is written from right to left', () => {
    expect(visibleText('safe \u202egnp.exe\u202c \u2066x\u2069')).toBe('safe gnp.exe x')
    expect(visibleText('مرحبا café 天气 👋🏽\nnext\tone')).toBe('مرحبا café 天气 👋🏽\nnext\tone')
  })

  it('is linear in the length of the text', () => {
    const begin = Date.now()
    visibleText('\u001b]'.repeat(200_000))
    visibleText(`\u001b[${'0'.repeat(1_000_000)}`)
    expect(Date.now() - begin).toBeLessThan(2000)
  })
})
