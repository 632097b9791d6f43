import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FixedWords } from './fixed-words'

const words = ['AKIA', 'ecret', 'sk_live', 'ab', 'aab', '-----END ', 'hooks.slack.com'] as const
const bits = words.map((word, index) => [word, 1 << index] as const)
const fixed = new FixedWords(bits)
const asked = (text: string) => bits.reduce((held, [word, bit]) => (text.includes(word) ? held | bit : held), 0)

describe('FixedWords', () => {
  it('says of any text which of the words it holds', () => {
    const piece = fc.oneof(fc.constantFrom(...words, 'AKI', 'A', 'ecre', 'a', '-', '----', 'é', '😀'), fc.string())
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        expect(fixed.heldIn(text)).toBe(asked(text))
      }),
      { numRuns: 2000, examples: [[['']], [['ab']], [['x', 'AKIA']]] }
    )
  })

  it('finds a word at the start, at the end and behind any character', () => {
    for (const [word, bit] of bits)
      for (const text of [word, `${word}x`, `x${word}`, `\u00e9${word}\u00e9`])
        expect(fixed.heldIn(text) & bit).toBe(bit)
  })
})
