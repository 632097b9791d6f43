import { describe, expect, it } from 'vitest'
import { checkShape } from './check-shape'
import { parseLossless } from './parse-lossless'
import {
  anything,
  boolean,
  defaulted,
  i32,
  list,
  map,
  nullable,
  omitted,
  required,
  type Shape,
  single,
  struct,
  text,
  u64,
  word
} from './shape'

const item = struct(
  required('name', text),
  omitted('note', text),
  nullable('more', anything),
  defaulted('size', u64, '0')
)
const tagged: Shape = { kind: 'tagged', variants: { Done: text, Left: u64 } }

/** Problems of a text by a shape, as `path: problem`. */
function problems(json: string, shape: Shape, generic = false): readonly string[] {
  return checkShape(parseLossless(json), shape, { generic }).map(({ path, problem }) => `${path}: ${problem}`)
}

describe('checkShape', () => {
  it.each([
    ['{"name": "a"}'],
    ['{"name": "a", "note": null, "more": null, "size": 18446744073709551615}'],
    ['{"name": "a", "unknown": 1e999, "unknown": "\\ud800"}']
  ])('accepts %s', (json) => {
    expect(problems(json, item)).toEqual([])
  })

  it.each([
    ['{}', ': the key name is missing'],
    ['{"name": 1}', 'name: text was expected, not a number'],
    ['{"name": "a", "name": "b"}', ': the key name stands there twice'],
    ['{"name": "a", "size": null}', 'size: a whole number was expected, not null'],
    ['{"name": "a", "size": 1.0}', 'size: a number without fraction or exponent was expected'],
    ['{"name": "a", "size": 1e3}', 'size: a number without fraction or exponent was expected'],
    ['{"name": "a", "size": -0}', 'size: a number without fraction or exponent was expected'],
    ['{"name": "a", "size": 18446744073709551616}', 'size: the number is not between 0 and 18446744073709551615'],
    ['{"name": "\\ud800"}', 'name: half of a surrogate pair stands alone in this text'],
    ['{"name": "a", "more": [1, {"far": 1e999}]}', 'more[1].far: the number is beyond what a double holds'],
    ['[]', ': an object was expected, not a list']
  ])('refuses %s with the place', (json, problem) => {
    expect(problems(json, item)).toEqual([problem])
  })

  it('lets repeated keys pass where the value was a generic one first', () => {
    expect(problems('{"name": 1, "name": "b"}', item, true)).toEqual([])
  })

  it('lets repeated keys pass in maps and in free values', () => {
    expect(problems('{"a": true, "a": false}', map(boolean))).toEqual([])
    expect(problems('{"a": 1, "a": 2}', anything)).toEqual([])
  })

  it('knows words, their aliases, and the spelling of a variant as an object', () => {
    const level = word(['Full'], { full: 'Full' })
    expect(problems('"Full"', level)).toEqual([])
    expect(problems('"full"', level)).toEqual([])
    expect(problems('{"Full": null}', level)).toEqual([])
    expect(problems('"FULL"', level)).toEqual([': this word is not known'])
  })

  it('takes exactly one known variant', () => {
    expect(problems('{"Left": 1}', tagged)).toEqual([])
    expect(problems('{"Left": 1, "Done": ""}', tagged)).toHaveLength(1)
    expect(problems('{"toString": ""}', tagged)).toEqual([': this variant is not known'])
  })

  it('takes integers for floats, and bounds 32-bit integers', () => {
    expect(problems('1', single)).toEqual([])
    expect(problems('-2147483648', i32)).toEqual([])
    expect(problems('2147483648', i32)).toHaveLength(1)
  })

  it('refuses the 128th level, but not below an unknown key', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(problems(nested(127), anything)).toEqual([])
    expect(problems(nested(128), anything)).toHaveLength(1)
    expect(problems(`{"name": "a", "unknown": ${nested(5000)}}`, item)).toEqual([])
  })

  it('stops at its limit', () => {
    const many = checkShape(new Array(100).fill(1), list(text), { limit: 7 })
    expect(many).toHaveLength(7)
  })
})
