import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskPiece } from './mask-piece'
import { maskTranscriptText } from './mask-transcript-text'

const key = 'a8f5f167f44f4964e6c998dee827110c'
const pem = ['-----BEGIN PRIVATE KEY-----', ...Array.from({ length: 8 }, () => key + key), '-----END PRIVATE KEY-----']

function inPieces(text: string, units: number, bytes = 900_000): string {
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    const { text: piece, end } = maskPiece(text, from, units, bytes, 'bare')
    expect(end).toBeGreaterThan(from)
    pieces.push(piece)
    from = end
  }
  return pieces.join('')
}

const part = fc.oneof(
  fc.constantFrom(
    `API_KEY=${key}`,
    `"password": "hunter2",`,
    pem.join('\n'),
    JSON.stringify(pem.join('\n')),
    `https://me:tr0ub4dor@host/`,
    `Bearer ${key}`,
    'plain words, nothing else',
    '\n',
    '👋🏽',
    'x'.repeat(300),
    '{"a":[1,2]}'
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 })
)
const texts = fc.array(part, { maxLength: 60 }).map((parts) => parts.join('\n'))

describe('maskPiece', () => {
  it('F1 gives pieces that join to the whole text masked, wherever they are cut', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 3000 }), (text, units) => {
        expect(inPieces(text, units)).toBe(maskTranscriptText(text).text)
      }),
      { numRuns: 300 }
    )
  })

  it('masks a secret that lies across the end of a piece as one', () => {
    const text = `${'x '.repeat(50)}API_KEY=${key} and more`
    const cut = text.indexOf(key) + 10
    const { text: piece, end } = maskPiece(text, 0, cut, 900_000, 'bare')
    expect(piece.endsWith('API_KEY=‹masked: api key›')).toBe(true)
    expect(end).toBe(text.indexOf(key) + key.length)
  })

  it('looks at the part that is asked for and its surroundings, however long the text is', () => {
    const long = `${'lorem ipsum 42\n'.repeat(800_000)}`
    const started = performance.now()
    for (let asked = 0; asked < 20; asked += 1) maskPiece(long, 6_000_000, 10_000, 900_000, 'bare')
    const parts = performance.now() - started
    const whole = performance.now()
    maskTranscriptText(long)
    // Twenty parts of 10 kB with their surroundings are a tenth of these 12 MB.
    expect(parts).toBeLessThan(performance.now() - whole)
  })

  it('keeps to the size that an answer may have, also where signs are longer than what they stand for', () => {
    const text = 'PW_PASSWORD=ab1!\n'.repeat(20_000)
    const { text: piece } = maskPiece(text, 0, 256 * 1024, 300_000, 'named')
    expect(Buffer.byteLength(JSON.stringify(piece))).toBeLessThanOrEqual(300_000)
    expect(inPieces(text, 256 * 1024, 300_000)).not.toContain('ab1!')
  })
})
