import type { TextRow } from '@shared/domain/diff'
import { describe, expect, it } from 'vitest'
import { pairLines } from './pair-lines'

const line = (sign: ' ' | '+' | '-', text: string): TextRow => ({
  kind: 'line',
  sign,
  a: null,
  b: null,
  parts: [{ text, changed: false }]
})

describe('pairLines', () => {
  it('puts what took the place of removed lines beside them, and leaves gaps where one side has fewer', () => {
    const rows = [
      line(' ', 'x'),
      line('-', 'a'),
      line('-', 'b'),
      line('+', 'c'),
      { kind: 'fold', lines: 9 } as const,
      line('+', 'd')
    ]
    const text = (each: ReturnType<typeof pairLines>[number]) =>
      'fold' in each ? each.fold : [each.a?.parts[0]?.text ?? null, each.b?.parts[0]?.text ?? null, each.starts]
    expect(pairLines(rows).map(text)).toEqual([
      ['x', 'x', false],
      ['a', 'c', true],
      ['b', null, false],
      9,
      [null, 'd', true]
    ])
  })
})
