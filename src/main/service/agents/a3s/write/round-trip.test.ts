import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../json/json-value'
import { writePretty } from '../../../json/write-json'
import { snapshotDigest } from '../digest'
import { idOfFileName, sessionFile } from '../store/layout'
import { loadSnapshot } from '../store/load-session'
import { parseDocument } from '../store/parse-document'
import { openSealed } from '../store/sealed'
import { type ExpectedRow, fixtureJson, homeCopy, sealedKey } from '../test-fixtures'
import { withMember } from './document-edits'
import { readySnapshot } from './session-text'
import { openStore, sampleSnapshot, unwrap } from './testing/made-store'

const fixtures = fileURLToPath(new URL('../../../../../../e2e/fixtures/core/a3s/', import.meta.url))
const expected = fixtureJson<readonly ExpectedRow[]>('expected.json').filter((row) => row.agent === 'a3s')

/** Every file of the fixtures that the crate's own printer wrote: those that read. */
function documents(folder = fixtures): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return documents(path)
    return name.endsWith('.json') ? [path] : []
  })
}

const keyOf = (row: ExpectedRow) => (row.sealed ? sealedKey : null)

describe('encode(decode(x))', () => {
  it('is x on every file of the fixtures that the crate wrote', () => {
    let same = 0
    const differing: string[] = []
    for (const path of documents()) {
      const plain = openSealed(readFileSync(path), sealedKey, 'file')
      const document = plain.ok ? parseDocument(plain.value, path) : plain
      if (!document.ok || !plain.ok) continue
      if (Buffer.from(writePretty(document.value)).equals(Buffer.from(plain.value))) same += 1
      else differing.push(path.slice(fixtures.length))
    }
    expect(same).toBeGreaterThan(100)
    // Files by other hands: compact, with a line feed at the end, or with names twice.
    expect(differing.filter((path) => !/corrupt|legacy|session-state|migrated/.test(path))).toEqual([])
  })

  it('keeps bytes and digest of every session that the crate would take, when it is saved again', async () => {
    const home = homeCopy()
    let saved = 0
    for (const row of expected.filter(({ valid }) => valid)) {
      const root = join(home, row.root.replace(/^.*?(weather|stores)/, '$1'))
      const loaded = unwrap(loadSnapshot(root, row.id, keyOf(row)))
      if (loaded === null || loaded.form !== 'envelope') continue
      expect([row.id, snapshotDigest(loaded.snapshot)]).toEqual([row.id, row.snapshotDigest])
      const before = openSealed(readFileSync(loaded.path), keyOf(row), 'file')
      const ready = unwrap(readySnapshot(root, loaded.snapshot, keyOf(row)))
      const after = openSealed(ready.bytes, keyOf(row), 'file')
      expect([row.id, ready.digest]).toEqual([row.id, row.snapshotDigest])
      const same = after.ok && before.ok && Buffer.from(after.value).equals(Buffer.from(before.value))
      // White space of another hand is not kept; everything else is.
      expect([row.id, same]).toEqual([row.id, !['compact', 'trailing-newline'].includes(row.id)])
      saved += 1
    }
    expect(saved).toBeGreaterThan(30)
  })

  it('a3s-44 a3s-2 gives the digest of the crate for every session, through a save and a load', async () => {
    const store = await openStore()
    const home = homeCopy()
    for (const row of expected.filter(({ valid, id }) => valid && !/[\r\n]/.test(id)).slice(0, 40)) {
      const root = join(home, row.root.replace(/^.*?(weather|stores)/, '$1'))
      const loaded = unwrap(loadSnapshot(root, row.id, keyOf(row)))
      if (loaded === null) continue
      expect(unwrap(await store.saveSnapshot(loaded.snapshot))).toBe(row.snapshotDigest)
      expect(snapshotDigest(unwrap(store.loadSnapshot(row.id)) as JsonObject)).toBe(row.snapshotDigest)
    }
    expect(store.list().length).toBeGreaterThan(20)
  })

  it('a3s-2 keeps any further field that can be read back, wherever it stands among the others', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), (fields) => {
        const added = Object.entries(fields).reduce<JsonObject>(
          (snapshot, [key, value]) => withMember(snapshot, `x-${key}`, plain(value)),
          base
        )
        const ready = readySnapshot('/store', added, null)
        if (!ready.ok) return ready.kind === 'not-json'
        const back = unwrap(parseDocument(ready.value.bytes, ''))
        return writePretty(back) === writePretty(added) && ready.value.digest === snapshotDigest(base)
      }),
      { numRuns: 60 }
    )
  })

  const base = sampleSnapshot('property')
  const plain = (value: unknown): JsonValue => unwrap(parseDocument(Buffer.from(JSON.stringify(value)), ''))
})

describe('file names', () => {
  it('a3s-9 decode to the id that they were made from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (id) => {
        const name = sessionFile('/s', id).slice('/s/v1/sessions/'.length)
        return idOfFileName(name) === id
      })
    )
    expect(base64Only(sessionFile('/s', '../../x'))).toBe(true)
  })

  const base64Only = (path: string) => /^\/s\/v1\/sessions\/id_[A-Za-z0-9_-]+\.json$/.test(path)
})
