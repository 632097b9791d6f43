import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonSyntaxError } from './json-syntax-error'
import { JsonNumber, JsonObject, toPlain } from './json-value'
import { parseLossless } from './parse-lossless'
import { writeCompact, writePretty } from './write-json'

describe('parseLossless', () => {
  it('keeps number spellings, key order and repeated keys', () => {
    const value = parseLossless('{"b": 1.0, "2": 18446744073709551616, "a": 1e999, "b": null}')
    expect(value).toEqual(
      new JsonObject([
        { key: 'b', value: new JsonNumber('1.0') },
        { key: '2', value: new JsonNumber('18446744073709551616') },
        { key: 'a', value: new JsonNumber('1e999') },
        { key: 'b', value: null }
      ])
    )
  })

  it('agrees with JSON.parse on every document, whatever its layout', () => {
    fc.assert(
      fc.property(fc.json({ depthSize: 'medium' }), fc.constantFrom(0, 1, 4), (text, indent) => {
        const plain: unknown = JSON.parse(text)
        const spelled = JSON.stringify(plain, null, indent)
        expect(toPlain(parseLossless(spelled))).toEqual(plain)
      })
    )
  })

  it('refuses exactly what JSON.parse refuses', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'{}[]",:0123.eE+-truefalsn\\u \n\u0001') })
    fc.assert(
      fc.property(noise, (text) => {
        const outcome = (parse: () => unknown) => {
          try {
            parse()
            return true
          } catch (error) {
            if (!(error instanceof SyntaxError) && !(error instanceof JsonSyntaxError)) throw error
            return false
          }
        }
        expect(outcome(() => parseLossless(text))).toBe(outcome(() => JSON.parse(text)))
      }),
      { numRuns: 2000 }
    )
  })

  it('says where the text breaks off, without its content', () => {
    const text = '{\n  "secret": "fake'
    expect(() => parseLossless(text)).toThrow('The text ends inside a string at line 2, column 18')
  })

  it('takes any depth without using up the call stack', () => {
    const depth = 200_000
    expect(() => parseLossless('['.repeat(depth) + ']'.repeat(depth))).not.toThrow()
  })
})

describe('writePretty', () => {
  it('prints the layout of JSON.stringify with two spaces', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const spelled = JSON.stringify(JSON.parse(text), null, 2)
        expect(writePretty(parseLossless(spelled))).toBe(spelled)
      })
    )
  })

  it('prints numbers as they were spelled, repeated keys included', () => {
    expect(writePretty(parseLossless('{"a":1.50,"a":[ ],"b":{ }}'))).toBe('{\n  "a": 1.50,\n  "a": [],\n  "b": {}\n}')
  })
})

describe('writeCompact', () => {
  it('prints without whitespace', () => {
    expect(writeCompact(parseLossless(' { "a" : [ 1.0 , "\\u00e9" ] } '))).toBe('{"a":[1.0,"é"]}')
  })
})

describe('JsonObject', () => {
  it('answers the last of repeated keys and keeps the first place', () => {
    const value = parseLossless('{"a":1,"b":2,"a":3}') as JsonObject
    expect(value.get('a')).toEqual(new JsonNumber('3'))
    expect(writeCompact(new JsonObject(value.unique()))).toBe('{"a":3,"b":2}')
  })
})
