import { describe, expect, it } from 'vitest'
import { parseLossless } from './parse-lossless'
import {
  anything,
  defaulted,
  list,
  map,
  nullable,
  omitted,
  required,
  type Shape,
  single,
  skipped,
  struct,
  text,
  u64,
  word
} from './shape'
import { writeCompact } from './write-json'
import { writeShape } from './write-shape'

function written(json: string, shape: Shape): string {
  return writeCompact(writeShape(parseLossless(json), shape))
}

describe('writeShape', () => {
  it('prints fields in struct order, fills in defaults and leaves empty optional ones out', () => {
    const shape = struct(
      required('id', text),
      nullable('parent', text),
      omitted('note', text),
      skipped('tags', list(text)),
      defaulted('size', u64, '0'),
      defaulted('inner', struct(defaulted('on', text, '"yes"')), '{}')
    )
    expect(written('{"tags": [], "note": null, "id": "a"}', shape)).toBe(
      '{"id":"a","parent":null,"size":0,"inner":{"on":"yes"}}'
    )
    expect(written('{"tags": ["t"], "size": 18446744073709551615, "id": "a"}', shape)).toBe(
      '{"id":"a","parent":null,"tags":["t"],"size":18446744073709551615,"inner":{"on":"yes"}}'
    )
  })

  it('keeps unknown keys behind the known ones, with their numbers as spelled', () => {
    expect(written('{"later": {"n": 1.50}, "id": "a"}', struct(required('id', text)))).toBe(
      '{"id":"a","later":{"n":1.50}}'
    )
  })

  it('narrows floats that a detour over a double widened', () => {
    expect(written('{"c": 0.7599999904632568}', struct(required('c', single)))).toBe('{"c":0.76}')
    expect(written('{"c": 1}', struct(required('c', single)))).toBe('{"c":1.0}')
  })

  it('keeps the last of repeated keys, in maps and free values too', () => {
    expect(written('{"a": 1, "b": 2, "a": 3}', map(u64))).toBe('{"a":3,"b":2}')
    expect(written('[{"a": 1, "a": {"b": 1, "b": 2}}]', anything)).toBe('[{"a":{"b":2}}]')
  })

  it('prints an alias as the word it stands for', () => {
    expect(written('"full"', word(['Full'], { full: 'Full' }))).toBe('"Full"')
    expect(written('{"Full": null}', word(['Full']))).toBe('"Full"')
  })

  it('prints null for a required free value', () => {
    expect(written('{"payload": null}', struct(required('payload', anything)))).toBe('{"payload":null}')
  })
})
