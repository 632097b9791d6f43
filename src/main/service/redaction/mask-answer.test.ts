import { describe, expect, it } from 'vitest'
import { maskAnswer } from './mask-answer'

const secret = 'a8f5f167f44f4964e6c998dee827110c'
const words = `use API_KEY=${secret} here`

describe('maskAnswer', () => {
  it('F1 masks titles, previews, prompts and notes of any answer, and no name of a thing', () => {
    const answer = {
      rows: [{ id: words, source: words, title: words, preview: words, entries: 3 }],
      notes: [words],
      nested: { deep: [{ label: words, path: words }] }
    }
    expect(maskAnswer('sessions.page', answer)).toEqual({
      rows: [
        {
          ...{ id: words, source: words, entries: 3 },
          ...{ title: 'use API_KEY=‹masked: api key› here', preview: 'use API_KEY=‹masked: api key› here' }
        }
      ],
      notes: ['use API_KEY=‹masked: api key› here'],
      nested: { deep: [{ label: 'use API_KEY=‹masked: api key› here', path: words }] }
    })
  })

  it('gives an answer without secrets as it is', () => {
    const answer = { rows: [{ id: 'a', title: 'Fix the import' }], total: 1 }
    expect(maskAnswer('sessions.page', answer)).toBe(answer)
  })
})
