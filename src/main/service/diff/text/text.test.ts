import { applyPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runAtOnce } from '../align/slices'
import { diffText } from './diff-text'
import { folded } from './folded'
import { patchText } from './patch-text'
import { textRows } from './text-rows'

const diff = (a: string, b: string) => runAtOnce(diffText(a, b))
const patch = (a: string, b: string) => runAtOnce(patchText(diff(a, b), { before: 'x.txt', after: 'x.txt' }))
const all = (a: string, b: string) =>
  textRows(
    diff(a, b),
    Int32Array.from(diff(a, b).a, (_, row) => row)
  )

const text = fc
  .array(fc.constantFrom('one', 'two', 'three', '', 'fn main() {', '}', '\ttab', 'ünïcode'), { maxLength: 40 })
  .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`))

describe('diffText', () => {
  it('gives rows from which both texts can be put together again', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const rows = all(a, b).flatMap((row) => (row.kind === 'line' ? [row] : []))
        const side = (sign: string) =>
          rows
            .filter((row) => row.sign !== sign)
            .map((row) => row.parts.map(({ text }) => (text === ' (no line end)' ? '' : text)).join(''))
        const lines = (whole: string) => (whole === '' ? [] : whole.replace(/\n$/, '').split('\n'))
        expect(side('+')).toEqual(lines(a))
        expect(side('-')).toEqual(lines(b))
      })
    )
  })
})

describe('patchText', () => {
  it('gives a unified diff that another program applies: a with it is b', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const made = patch(a, b)
        expect(made === '' ? a : applyPatch(a, made)).toBe(b)
      }),
      { numRuns: 500 }
    )
  })

  it('says /dev/null where there is nothing on a side', () => {
    const made = runAtOnce(patchText(diff('', 'one\n'), { before: null, after: 'src/new.ts' }))
    expect(made).toBe('--- /dev/null\n+++ b/src/new.ts\n@@ -0,0 +1 @@\n+one\n')
  })

  it('masks what looks like a secret, also the middle of a private key', () => {
    const key = ['-----BEGIN PRIVATE KEY-----', 'MIIEvQIBADANBgkqhkiG9w0BAQ', '-----END PRIVATE KEY-----'].join('\n')
    const made = patch(`a\n${key}\n`, `a\n${key.replace('MIIE', 'MIIF')}\n`)
    expect(made).not.toContain('MIIEv')
    expect(made).not.toContain('MIIFv')
    expect(made).toContain('‹masked: private key›')
  })
})

describe('textRows', () => {
  it('marks the words that differ within a changed line', () => {
    const rows = all('    db: rusqlite::Connection,\n', '    db: memory::Connection,\n')
    const changed = rows.map((row) =>
      row.kind === 'line'
        ? row.parts
            .filter((part) => part.changed)
            .map((part) => part.text)
            .join('|')
        : ''
    )
    expect(rows.map((row) => row.kind === 'line' && row.sign)).toEqual(['-', '+'])
    expect(changed[0]).toContain('rusqlite')
    expect(changed[0]).not.toContain('db')
    expect(changed[1]).toContain('memory')
  })

  it('shows neither of two secrets of one line, and still that they differ', () => {
    const [one, two] = ['q7Rk2LmX9vTz4BnW8sYc3HdF6gJp1AeU5oQi', 'Zx3Cv8Bn2Ml7Kj4Hg9Fd6Sa1Qw5Er0TyUi3P'].map(
      (body) => `token = ghp_${body}\n`
    )
    const rows = all(one ?? '', two ?? '')
    expect(JSON.stringify(rows)).not.toContain('q7Rk2')
    expect(JSON.stringify(rows)).not.toContain('Zx3Cv')
    expect(rows).toHaveLength(2)
    expect(rows.every((row) => row.kind === 'line' && row.parts.some((part) => part.changed))).toBe(true)
  })
})

describe('folded', () => {
  it('folds the unchanged away and keeps what is around a change', () => {
    const shown = folded(30, (at) => at === 15)
    expect([...shown]).toEqual([-12, 12, 13, 14, 15, 16, 17, 18, -11])
  })

  it('folds nothing where a sign would take as much room', () => {
    expect([...folded(6, (at) => at === 3)]).toEqual([0, 1, 2, 3, 4, 5])
  })
})
