import { describe, expect, it } from 'vitest'
import { decodeUtf8 } from './utf8-text'

describe('decodeUtf8', () => {
  it('tells a byte order mark and leaves it out', () => {
    expect(decodeUtf8(Buffer.from('\ufeffé'))).toEqual({ text: 'é', byteOrderMark: true, validUtf8: true })
  })

  it('tells bytes that are no UTF-8 and shows the rest', () => {
    expect(decodeUtf8(Buffer.from([0x61, 0xff, 0x62]))).toEqual({
      text: 'a\ufffdb',
      byteOrderMark: false,
      validUtf8: false
    })
  })

  it('takes a real U+FFFD for what it is', () => {
    expect(decodeUtf8(Buffer.from('\ufffd'))).toMatchObject({ validUtf8: true })
  })
})
