import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { jsonBytes, largestAnswer } from './answer-size'
import { pieceOf, textPiece } from './text-piece'

function joined(text: string): { pieces: string[]; all: string } {
  const pieces: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const piece: { text: string; next: number | null } = textPiece(text, offset)
    pieces.push(piece.text)
    offset = piece.next
  }
  return { pieces, all: pieces.join('') }
}

describe('textPiece', () => {
  it.each([
    ['nothing', ''],
    ['letters', 'abc'.repeat(200_000)],
    ['characters outside the first plane', '👋🏽'.repeat(150_000)],
    ['control characters, which are six bytes each in JSON', '\u0001'.repeat(500_000)],
    ['lone surrogates', `${'\ud83d'.repeat(300_000)}x`],
    ['Chinese', '天气'.repeat(300_000)]
  ])('gives %s in pieces that join to the whole', (_what, text) => {
    const { pieces, all } = joined(text)
    expect(all === text).toBe(true)
    for (const piece of pieces) {
      expect(jsonBytes({ text: piece })).toBeLessThan(largestAnswer)
      if (text.isWellFormed()) expect(piece.isWellFormed()).toBe(true)
    }
  })

  it('gives nothing after the end', () => {
    expect(textPiece('abc', 3)).toEqual({ text: '', next: null })
    expect(textPiece('abc', 99)).toEqual({ text: '', next: null })
  })

  it('gives a piece that does not hold the text that it was cut from', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const used = () => {
      collect()
      return process.memoryUsage().heapUsed
    }
    const before = used()
    const pieces = Array.from({ length: 20 }, (_, at) => textPiece(`${at} ${'weather '.repeat(1_000_000)}`, 0).text)
    expect(used() - before).toBeLessThan(40_000_000)
    expect(pieces.map((piece) => Number.parseInt(piece, 10))).toEqual(pieces.map((_, at) => at))
  })
})

describe('pieceOf', () => {
  it('does not split a pair, and takes one alone if nothing smaller is possible', () => {
    expect(pieceOf('a👋b', 0, 2, 100)).toBe('a')
    expect(pieceOf('\u0001\u0001', 0, 2, 1)).toBe('\u0001')
  })
})
