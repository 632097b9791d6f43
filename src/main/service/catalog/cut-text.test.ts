import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../scripts/samples/random'
import { maskTranscriptText } from '../redaction/mask-transcript-text'
import { plantedShapes } from '../secrets/testing/planted-shapes'
import { cutText } from './cut-text'

/** The longest start of a secret, of more than `few` characters, that stands in a text. */
function leftOf(secret: string, text: string, few = 7): string {
  for (let length = secret.length; length > few; length -= 1)
    if (text.includes(secret.slice(0, length))) return secret.slice(0, length)
  return ''
}

describe('a text that is cut', () => {
  it('is left alone when it is short, ends with a mark, and never inside a pair', () => {
    expect(cutText('four', 4)).toBe('four')
    expect(cutText('fives', 4)).toBe('fiv…')
    expect(cutText('ab😀cd', 4)).toBe('ab…')
  })

  it('F1 holds no half of a secret, of any form, wherever the cut goes through it', () => {
    const random = createRandom(7)
    const left: string[] = []
    for (const [form, make] of Object.entries(plantedShapes)) {
      const { text, secrets } = make(random)
      for (const secret of secrets.filter((each) => each.length < 400)) {
        const start = text.indexOf(secret)
        for (const at of [1, 8, secret.length >> 1, secret.length - 1]) {
          const cut = cutText(`${text} and more`, start + at + 1)
          if (leftOf(secret, maskTranscriptText(cut).text) !== '') left.push(`${form}, ${at} of ${secret.length}`)
        }
      }
    }
    expect(left).toEqual([])
  })
})
