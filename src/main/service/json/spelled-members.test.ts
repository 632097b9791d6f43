import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spelledMembers } from './spelled-members'

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce((sum: number, each) => sum + membersOf(each), 0)
  return (Array.isArray(value) ? 0 : Object.keys(value).length) + inner
}

describe('spelledMembers', () => {
  it('counts members as often as they are spelled, and no colons inside of texts', () => {
    expect(spelledMembers('{"a":1,"a":{"b":"x\\":1"}}', [])).toBe(3)
    expect(spelledMembers('{"style": ":root { }", "other":":"}', [])).toBe(2)
  })

  it('gives up where the spelling may matter', () => {
    expect(spelledMembers('{"a":1.0}', [])).toBeNull()
    expect(spelledMembers('{"a":1.0}', ['a'])).toBe(1)
    expect(spelledMembers('{"a":"\\ud83d"}', [])).toBeNull()
  })

  it('agrees with the parsed value wherever no text stands in a list or ends a key like a bracket or comma', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ':', '"', '\\', ' ', '\n') })
    const key = fc.string({ unit: fc.constantFrom('a', 'b', '_'), maxLength: 4 }).map((name) => `k${name}`)
    const value = fc.letrec((tie) => ({
      any: fc.oneof(text, fc.boolean(), tie('object')),
      object: fc.dictionary(key, tie('any'), { maxKeys: 4 })
    })).object
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (found, indent) => {
        expect(spelledMembers(JSON.stringify(found, null, indent), [])).toBe(membersOf(found))
      })
    )
  })
})
