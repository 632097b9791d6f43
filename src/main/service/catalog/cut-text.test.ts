import { describe, expect, it } from 'vitest'
import { maskTranscriptText } from '../redaction/mask-transcript-text'
import { plantedTexts } from '../secrets/testing/corpus'
import { cutText } from './cut-text'

/** Whether more than `few` characters of a secret's start stand in a text. */
const leftOf = (secret: string, text: string, few = 9) => secret.length > few && text.includes(secret.slice(0, few + 1))

describe('a text that is cut', () => {
  it('is left alone when it is short, ends with a mark, and never inside a pair', () => {
    expect(cutText('four', 4)).toBe('four')
    expect(cutText('fives', 4)).toBe('fiv…')
    expect(cutText('ab😀cd', 4)).toBe('ab…')
  })

  it('F1 holds no half of a secret, of any kind in any place, wherever the cut goes through it', () => {
    const left: string[] = []
    for (const { place, text, secrets } of plantedTexts(7, 1500)) {
      for (const secret of secrets.filter((each) => each.length < 1000)) {
        const start = text.indexOf(secret)
        for (const at of [1, 8, secret.length >> 1, secret.length - 1]) {
          const cut = cutText(`${text} and more`, start + at + 1)
          if (leftOf(secret, maskTranscriptText(cut).text)) left.push(`${place}, ${at} of ${secret.length}`)
        }
      }
    }
    expect(left).toEqual([])
  })
})
