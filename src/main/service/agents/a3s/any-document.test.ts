import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SourceLocation } from '../adapter'
import { browse } from '../conformance/browse'
import { fileState } from '../conformance/file-state'
import { adapter } from './adapter'
import { type Fields, fieldsOf, listOf } from './fields'
import { readSession } from './reading/read-session'
import { sessionFile } from './store/layout'
import { loadSnapshot } from './store/load-session'
import { storeCopy } from './test-fixtures'
import { countEntries } from './transcript/count-entries'
import { showEvent } from './transcript/event-notice'
import { layOut } from './transcript/lay-out'
import { eventsOf } from './transcript/place-runs'
import type { Slot } from './transcript/slots'

const ids = ['barometer-7f3a1c', 'all-events', 'bindings', 'mixed-blocks', 'goal-v2']

/** Every place in a document, as a path of keys. */
function placesIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))]
}

function replaceAt(document: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const copy: Record<string, unknown> = (Array.isArray(document) ? [...document] : { ...(document as object) }) as never
  copy[key] = replaceAt(copy[key], rest, value)
  if (rest.length === 0 && value === undefined) delete copy[key]
  return copy
}

const anything = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom<unknown>(null, -1, 1.5, 2 ** 53, 1e300, '', 'wire', [], {}, [[]], [null], { type: 'text' }, true),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary' })
)

function isEntry(slot: Slot, snapshot: Fields): boolean {
  if (slot.kind !== 'event') return slot.kind !== 'strange' && slot.kind !== 'strange run'
  return showEvent(fieldsOf(eventsOf(listOf(snapshot.run_records)[slot.run])[slot.event]).event).as !== 'raw'
}

function deepCall(text: string, deep: string): string {
  return text
    .replace('"id": "mixed-blocks"', '"id": "just-started"')
    .replace('"file_path": "icons/sun.png"', `"file_path": ${deep}`)
}

describe('any document', () => {
  it('gives findings where the crate refuses it and none where it does not, never a throw and never a write', async () => {
    const root = storeCopy('weather')
    const source: SourceLocation = { id: 'a3s-test', agent: 'a3s', root, origin: 'flag' }
    const texts = new Map(ids.map((id) => [id, readFileSync(sessionFile(root, id), 'utf8')]))
    const documents = new Map([...texts].map(([id, text]) => [id, JSON.parse(text) as unknown]))
    const places = new Map([...documents].map(([id, document]) => [id, placesIn(document)]))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ids), fc.nat(), anything, async (id, pick, value) => {
        const all = places.get(id) ?? []
        const changed = replaceAt(documents.get(id), all[pick % all.length] ?? [], value)
        const path = sessionFile(root, id)
        writeFileSync(path, JSON.stringify(changed) ?? '')
        const loaded = loadSnapshot(root, id, null)
        const read = readSession({ root, path, id }, null, 'exact')
        expect(read?.state === 'ok', `${id} ${JSON.stringify(loaded).slice(0, 200)}`).toBe(loaded.ok)
        if (read !== null && read.snapshot !== null) {
          const { slots } = layOut(read.snapshot)
          expect(countEntries(read.snapshot)).toBe(slots.filter((slot) => isEntry(slot, read.snapshot ?? {})).length)
        }
        if (!loaded.ok) expect(read?.findings.length).toBeGreaterThan(0)
        writeFileSync(path, texts.get(id) ?? '')
      }),
      { numRuns: 400, seed: 20261129 }
    )
    // Deeper than any call stack.
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    writeFileSync(sessionFile(root, 'just-started'), deepCall(texts.get('mixed-blocks') ?? '', deep))
    // What was found last is also looked through by every way that the app has.
    writeFileSync(
      sessionFile(root, 'mixed-blocks'),
      JSON.stringify(replaceAt(documents.get('mixed-blocks'), ['run_records'], [7]))
    )
    const before = fileState(root)
    const browsed = await browse(adapter, source)
    expect(browsed.sessions.get('mixed-blocks')?.listed.state).toBe('partial')
    expect(browsed.sessions.get('just-started')?.listed.state).toBe('partial')
    expect(
      browsed.sessions.get('just-started')?.entries.find((entry) => entry.kind === 'tool')?.tool?.arguments
    ).toMatch(/too deeply/)
    expect(fileState(root)).toEqual(before)
  }, 120_000)
})
