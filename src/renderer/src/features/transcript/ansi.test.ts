import { describe, expect, it } from 'vitest'
import { ansiSpans } from './ansi'

const esc = '\u001b'
const spans = (text: string) => ansiSpans(text).map((span) => [span.text, span.classes])

describe('ansiSpans', () => {
  it('leaves plain text as it is', () => expect(spans('a\nb')).toEqual([['a\nb', '']]))
  it('C14 turns colours and decorations into classes, never into inline colours', () => {
    expect(spans(`x${esc}[1;31mred${esc}[0m ${esc}[92mok${esc}[0m`)).toEqual([
      ['x', ''],
      ['red', 'ansi-red ansi-bold'],
      [' ', ''],
      ['ok', 'ansi-green']
    ])
  })
  it('maps free colours to the closest of ours', () => {
    expect(spans(`${esc}[38;2;250;90;20ma${esc}[38;2;200;190;10mb${esc}[38;5;244mc${esc}[38;5;33md`)).toEqual([
      ['a', 'ansi-red'],
      ['b', 'ansi-yellow'],
      ['c', 'ansi-white'],
      ['d', 'ansi-blue']
    ])
  })
  it('C14 shows what a terminal would show of a line that was written over', () => {
    expect(spans('10%\r50%\r100%\ndone\r\n')).toEqual([['100%\ndone\n', '']])
  })
  it('C14 drops titles and cursor moves', () =>
    expect(spans(`${esc}]0;title\u0007a${esc}[2Kb${esc}[?25l`)).toEqual([['ab', '']]))
})
