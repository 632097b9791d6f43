import { describe, expect, it } from 'vitest'
import { fromPlain } from '../../json/json-value'
import { parseLossless } from '../../json/parse-lossless'
import { domainDigest, isDigest, snapshotDigest } from './digest'
import { canonicalText, sortedText } from './format/canonical-text'
import { f32Text, f64Text } from './format/number-text'
import { serdeSyntaxProblem } from './format/serde-syntax'
import { sessionSnapshot } from './format/session-shapes'
import { shapeProblems } from './format/shape-problems'
import { fixtureJson } from './test-fixtures'

interface Vectors {
  readonly digestPrimitive: readonly { domain: string; text: string; digest: string }[]
  readonly digestForm: readonly { value: string; valid: boolean }[]
  readonly snapshots: readonly { compact: string; pretty: string; digest: string }[]
  readonly foreign: { file: unknown; writtenByCrate: string; digest: string }
  readonly floats64: Readonly<Record<string, string>>
  readonly floats32: Readonly<Record<string, string>>
  readonly genericJson: readonly { in: string; out: string }[]
}

const vectors = fixtureJson<Vectors>('vectors-a3s.json')

describe('domainDigest', () => {
  it('a3s-44 gives the crate’s digests, and another one for another domain', () => {
    for (const { domain, text, digest } of vectors.digestPrimitive) expect(domainDigest(domain, text)).toBe(digest)
    expect(domainDigest('a.v1', 'payload')).not.toBe(domainDigest('b.v1', 'payload'))
  })
})

describe('isDigest', () => {
  it('a3s-44 accepts exactly the canonical form', () => {
    for (const { value, valid } of vectors.digestForm) expect(isDigest(value), value).toBe(valid)
  })
})

describe('snapshotDigest', () => {
  it('does not depend on white space', () => {
    for (const { compact, pretty, digest } of vectors.snapshots) {
      expect(snapshotDigest(parseLossless(compact))).toBe(digest)
      expect(snapshotDigest(parseLossless(pretty))).toBe(digest)
    }
  })

  it('a3s-6 normalises a document from elsewhere: order, defaults, old names, unknown fields, the key', () => {
    const file = fromPlain(vectors.foreign.file)
    expect(shapeProblems(sessionSnapshot, file)).toEqual([])
    expect(canonicalText(sessionSnapshot, file)).toBe(vectors.foreign.writtenByCrate)
    expect(canonicalText(sessionSnapshot, file)).not.toContain('secret')
    expect(snapshotDigest(file)).toBe(vectors.foreign.digest)
  })
})

describe('number texts', () => {
  it('spells doubles as the crate does', () => {
    for (const [token, wanted] of Object.entries(vectors.floats64)) expect(f64Text(Number(token)), token).toBe(wanted)
  })

  it('spells 32-bit floats as the crate does', () => {
    for (const [token, wanted] of Object.entries(vectors.floats32)) expect(f32Text(Number(token)), token).toBe(wanted)
  })
})

describe('sortedText', () => {
  it('writes free JSON as the crate does, and refuses half a surrogate pair', () => {
    for (const { in: text, out } of vectors.genericJson) {
      if (out === 'error') expect(serdeSyntaxProblem(Buffer.from(text)), text).not.toBeNull()
      else {
        expect(serdeSyntaxProblem(Buffer.from(text)), text).toBeNull()
        expect(sortedText(parseLossless(text)), text).toBe(out)
      }
    }
  })
})
