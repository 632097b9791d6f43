import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkShape } from '../../../json/check-shape'
import { parseLossless } from '../../../json/parse-lossless'
import { decodeUtf8 } from '../../../json/utf8-text'
import { session as sessionShape } from '../shapes/session-shape'
import { fixtureHome } from '../testing/fixture-home'
import { readDocument } from './read-document'

const read = (text: string) => readDocument(decodeUtf8(Buffer.from(text)), sessionShape)

/** Small changes of a text that a strict reader may mind and JSON.parse may not. */
const mutations: readonly ((text: string, at: number) => string)[] = [
  (text, at) => replaceNth(text, /: (\d+)/g, at, ': $1.0'),
  (text, at) => replaceNth(text, /: (\d+)/g, at, ': $1e0'),
  (text, at) => replaceNth(text, /: (\d+)/g, at, ':   -$1'),
  (text, at) => replaceNth(text, /"(\w+)": /g, at, '"$1": null, "$1": '),
  (text, at) => replaceNth(text, /"(\w+)": "/g, at, '"$1" : "\\ud83d'),
  (text, at) => replaceNth(text, /: "[a-z_]+"/g, at, ': "surprise"'),
  (text, at) => replaceNth(text, /: "[^"]*"/g, at, ': null'),
  (text, at) => replaceNth(text, /"\w+": /g, at, '"renamed": '),
  (text, at) => replaceNth(text, /: \[/g, at, ': {"deep": 1}, "list": ['),
  (text, at) => text.slice(0, at * 37),
  (text) => `${text}{}`
]

function replaceNth(text: string, pattern: RegExp, nth: number, by: string): string {
  const matches = [...text.matchAll(pattern)]
  const match = matches[nth % Math.max(1, matches.length)]
  if (match === undefined) return text
  const single = new RegExp(pattern.source)
  return text.slice(0, match.index) + match[0].replace(single, by) + text.slice(match.index + match[0].length)
}

describe('readDocument', () => {
  it('judges every session as strictly as a strict reading, however it is spoilt', () => {
    const home = fixtureHome('gestura')
    const folder = join(home, '.gestura', 'agent_sessions')
    const texts = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .filter((text) => text.length < 12_000)
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.constantFrom(...mutations), fc.nat(400), (text, mutate, at) => {
        const spoilt = mutate(text, at)
        const strict = () => {
          try {
            return checkShape(parseLossless(spoilt), sessionShape).length === 0
          } catch {
            return false
          }
        }
        expect(read(spoilt).judge().problems.length === 0).toBe(strict())
      }),
      { numRuns: 600 }
    )
  })

  it('shows what stands before text that follows after the end', () => {
    const document = read('{"id": "a"} and more')
    expect(document.value).toEqual({ id: 'a' })
    expect(document.judge().problems[0]?.problem).toBe('text follows after the end of the value at line 1, column 13')
  })

  it('shows nothing of a text that breaks off, and says where', () => {
    const document = read('{"id": "a", "title": "fake-secret')
    expect(document.value).toBeUndefined()
    expect(document.judge().problems).toEqual([
      { path: '', problem: 'the text ends inside a string at line 1, column 34' }
    ])
  })

  it('never repeats content in a problem', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('{"id": "fake-secret-9', '{"id": fake-secret-9}', '{"fake-secret-9": nil}'),
        (text) => {
          expect(JSON.stringify(read(text).judge().problems)).not.toContain('fake-secret')
        }
      )
    )
  })
})
