import type { SessionSummary } from '@shared/domain/session'
import { describe, expect, it } from 'vitest'
import { columns, plainLine, plainPath, plainText } from './plain-text'
import { table } from './table'
import { transcriptHead } from './transcript'

describe('plainText', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007text', 'text'],
    ['\u001b]8;;https://example.test\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['a\r\nb\tc', 'a\nb\tc'],
    ['over\rwritten', 'overwritten'],
    ['\u0000\u0007\u0008\u009b31mx', '31mx'],
    ['turned \u202eround', 'turned round'],
    ['天气 👋🏽', '天气 👋🏽']
  ])('makes %j harmless', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })
})

describe('plainPath', () => {
  const odd = '/w/one\ntwo\tthree\u001b[31m\u202e'

  it('is one line, whatever the names in a path are', () => {
    expect(plainPath(odd)).toBe('/w/one\\ntwo\\tthree')
  })

  it('is how a transcript shows its folder: nothing of it can look like the next line', () => {
    const nothing = { startedAt: null, updatedAt: null, entries: 0, findings: 0, checkpoints: 0, resumable: null }
    const names = { source: 's', agent: 'pi', id: 'a', title: 'Title', workspace: odd, state: 'ok' } as const
    const session: SessionSummary = { ...nothing, ...names }
    const rest = { accounting: null, usage: null, children: [], parent: null, lastRead: null, findings: [] }
    const lines = transcriptHead({ session, path: odd, ...rest }, 0)
    expect(lines.every((line) => !line.includes('\n'))).toBe(true)
    expect(lines[1]).toContain('/w/one\\ntwo')
  })
})

describe('plainLine', () => {
  it('cuts by columns, never inside a character', () => {
    expect(plainLine('one\n two', 20)).toBe('one two')
    expect(plainLine('天气预报', 5)).toBe('天气…')
    expect(plainLine('👋🏽👋🏽👋🏽', 4)).toBe('👋🏽…')
    expect(columns('天气ab')).toBe(6)
  })
})

describe('table', () => {
  it('keeps columns under each other, also with wide characters', () => {
    const lines = table(
      [
        { title: 'n', most: 5, right: true },
        { title: 'title', most: 8 },
        { title: 'end', most: 5 }
      ],
      [
        ['1', '天气', 'x'],
        ['12', 'a longer one', 'y']
      ]
    )
    expect(lines).toEqual([' N  TITLE     END', ' 1  天气      x', '12  a longe…  y'])
  })

  it('lets a column give way to a narrow terminal, and never gets wider for a wide one', () => {
    const heads = [
      { title: 'title', most: 60, least: 6 },
      { title: 'id', most: 60 }
    ]
    const rows = [['a title of some length', 'x:0123456789']]
    expect(table(heads, rows, 30)).toEqual(['TITLE             ID', 'a title of some…  x:0123456789'])
    expect(table(heads, rows, 5)).toEqual(['TITLE   ID', 'a tit…  x:0123456789'])
    expect(table(heads, rows, 200)).toEqual(table(heads, rows))
  })
})
