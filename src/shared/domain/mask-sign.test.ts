import { describe, expect, it } from 'vitest'
import { bareMasks, maskParts, maskSign } from './mask-sign'

describe('signs of masks', () => {
  it('are taken out of a text with their kind and id', () => {
    expect(maskParts(`a ${maskSign('api key', '0a1b2c3d')} b ${maskSign('token')}`)).toEqual([
      { words: 'a ' },
      { kind: 'api key', id: '0a1b2c3d' },
      { words: ' b ' },
      { kind: 'token', id: undefined }
    ])
    expect(maskParts('nothing here, ‹masked› or so')).toEqual([{ words: 'nothing here, ‹masked› or so' }])
  })

  it('F1 lose their ids where text is copied', () => {
    expect(bareMasks(`K=${maskSign('api key', '0a1b2c3d')};`)).toBe('K=‹masked: api key›;')
  })
})
