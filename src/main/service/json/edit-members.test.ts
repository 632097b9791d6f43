import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withMembers } from './edit-members'

describe('withMembers', () => {
  it('replaces a member where it stands and leaves the rest of the text', () => {
    expect(withMembers('{ "a": 1.0e2,\t"id" : "x", "z":{"id":"x"} }\r', { id: '"y"' })).toBe(
      '{ "a": 1.0e2,\t"id" : "y", "z":{"id":"x"} }\r'
    )
  })

  it('adds what is missing at the end', () => {
    expect(withMembers('{"a":1}', { b: '[2]', c: 'null' })).toBe('{"a":1,"b":[2],"c":null}')
    expect(withMembers('{}', { b: '2' })).toBe('{"b":2}')
  })

  it('leaves what is no object', () => {
    expect(withMembers('[1]', { a: '2' })).toBe('[1]')
  })

  it('says the same as setting the members of the parsed value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.jsonValue(), (object, key, value) => {
        fc.pre(key !== '__proto__' && !Object.hasOwn(object, '__proto__'))
        const edited = withMembers(JSON.stringify(object), { [key]: JSON.stringify(value) })
        // As JSON has it, which knows no negative zero.
        expect(JSON.parse(edited)).toEqual(JSON.parse(JSON.stringify({ ...object, [key]: value })))
      })
    )
  })
})
