import { describe, expect, it } from 'vitest'
import { readableResult } from './readable-result'

describe('readableResult', () => {
  it('gives lines to JSON in one line', () => {
    expect(readableResult('{"a": [1, "x  y"]}\n')).toEqual({
      text: '{\n  "a": [\n    1,\n    "x  y"\n  ]\n}',
      json: true
    })
  })
  it('leaves text alone, also where it only looks like JSON', () => {
    expect(readableResult('[ok] done\n')).toEqual({ text: '[ok] done', json: false })
    expect(readableResult('plain')).toEqual({ text: 'plain', json: false })
  })
  it('leaves JSON alone whose numbers or keys would change', () => {
    expect(readableResult('{"n":12345678901234567890}').json).toBe(false)
    expect(readableResult('{"a":1,"a":2}').json).toBe(false)
  })
})
