import { describe, expect, it } from 'vitest'
import { foldText, wordsOf } from './fold-text'

describe('foldText', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['İstanbul', 'istanbul'],
    ['ＡＢＣ', 'abc'],
    ['Ǆungla', 'ǆungla'],
    ['Ёлка', 'ёЛКА'],
    ['天气', '天气']
  ])('makes %s and %s the same', (one, other) => {
    expect(foldText(one)).toBe(foldText(other))
  })
})

describe('wordsOf', () => {
  it('splits at any white space and leaves out nothing else', () => {
    expect(wordsOf('  Two\u3000words\nand c++ ')).toEqual(['two', 'words', 'and', 'c++'])
    expect(wordsOf('   ')).toEqual([])
  })
})
