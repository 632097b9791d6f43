import { describe, expect, it } from 'vitest'
import { parseLossless } from '../../../json/parse-lossless'
import type { Fields } from '../fields'
import { canonicalText } from '../format/canonical-text'
import { message } from '../format/message-shapes'
import { fixtureJson } from '../test-fixtures'
import { displayText, isWire, resultText } from './display-text'
import { productUserText } from './product-user-text'

interface Vectors {
  readonly display: readonly { message: Fields; product: boolean; display: string; written: string }[]
  readonly productUserText: readonly { in: string; out: string; wireOnly: boolean }[]
}

const vectors = fixtureJson<Vectors>('vectors-a3s.json')

describe('displayText', () => {
  it('shows a message as the crate does', () => {
    for (const { message: found, product, display, written } of vectors.display) {
      expect(displayText(found)).toBe(display)
      expect(isWire(found)).toBe(!product)
      expect(canonicalText(message, parseLossless(JSON.stringify(found)))).toBe(written)
    }
  })

  it('takes a content that is plain text as such', () => {
    expect(displayText({ role: 'user', content: 'plain' })).toBe('plain')
    expect(displayText({ role: 'user', content: 7 })).toBe('')
  })
})

describe('resultText', () => {
  it('joins the texts of a list by line feeds', () => {
    expect(resultText([{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }])).toBe('a\nb')
    expect(resultText('plain')).toBe('plain')
  })
})

describe('productUserText', () => {
  it('gives the person’s own words of a composed prompt', () => {
    for (const { in: text, out, wireOnly } of vectors.productUserText) {
      expect(productUserText(text)).toEqual({ text: out, wireOnly })
    }
  })

  it('leaves a prompt alone that only talks about these markers', () => {
    const text = 'Explain what the line "User task:" means, and Automatic subagent context: too'
    expect(productUserText(text)).toEqual({ text, wireOnly: false })
    expect(productUserText('Planner-optimized request: is my first word').text).not.toBe('')
  })
})
