import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { runsAll } from './testing/day-seed'
import { checkpointPath } from './testing/file-set-agent'
import {
  engineAt,
  newTestHome,
  pictureOfAgent,
  quietly,
  removeTestHomes,
  restoreOf,
  type TestHome,
  testSession,
  writeFile,
  writeRow
} from './testing/test-home'

afterEach(removeTestHomes)

const bytes = fc.oneof(
  fc.constant(new Uint8Array()),
  fc.uint8Array({ maxLength: 400 }),
  fc.constantFrom(new Uint8Array(300_000), Buffer.from('{"a":1}\n'), Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x00]))
)
const name = fc.constantFrom(
  'a.json',
  'b',
  'c d',
  'é.json',
  'in/a.json',
  'in/deep/er.txt',
  '%25',
  'new/x',
  '-rf',
  '日本'
)
const present = fc.record({ content: bytes, mode: fc.constantFrom(0o600, 0o644, 0o444, 0o755, 0o640) })

/** For each name: what is there now (null = nothing), and what the checkpoint says (undefined = it does not know it). */
const files = fc.dictionary(name, fc.tuple(fc.option(present), fc.option(fc.option(bytes), { nil: undefined })), {
  minKeys: 1
})

/** As `files`, of rows in the agent's database. */
const rows = fc.dictionary(
  fc.constantFrom('a', 'b', 'é', "o'clock", ''),
  fc.tuple(fc.option(bytes), fc.option(fc.option(bytes), { nil: undefined })),
  { maxKeys: 3 }
)

type Rows = Record<string, [Uint8Array | null, (Uint8Array | null) | undefined]>
type Files = Record<string, [{ content: Uint8Array; mode: number } | null, (Uint8Array | null) | undefined]>

function write(place: TestHome, all: Files, ofRows: Rows): number {
  const wanted: Record<string, string | null> = {}
  const wantedRows: Record<string, string | null> = {}
  let different = 0
  for (const [path, [now, then]] of Object.entries(all)) {
    if (now !== null) writeFile(place, path, Buffer.from(now.content), now.mode)
    if (then === undefined) continue
    wanted[path] = then === null ? null : Buffer.from(then).toString('base64')
    if (!sameBytes(now?.content ?? null, then)) different += 1
  }
  for (const [row, [now, then]] of Object.entries(ofRows)) {
    if (now !== null) writeRow(place, row, Buffer.from(now))
    if (then === undefined) continue
    wantedRows[row] = then === null ? null : Buffer.from(then).toString('base64')
    if (!sameBytes(now, then)) different += 1
  }
  const path = checkpointPath(place.source, 'cp')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ files: wanted, rows: wantedRows }))
  return different
}

function sameBytes(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.from(a).equals(Buffer.from(b))
}

/** What must be there after the restore, for every name. */
function expected(all: Files, ofRows: Rows): Record<string, string> {
  const after = newTestHome()
  for (const [row, [now, then]] of Object.entries(ofRows)) {
    const content = then === undefined ? now : then
    if (content !== null) writeRow(after, row, Buffer.from(content))
  }
  for (const [path, [now, then]] of Object.entries(all)) {
    const content = then === undefined ? (now?.content ?? null) : then
    if (content !== null) writeFile(after, path, Buffer.from(content), now?.mode ?? 0o640)
  }
  return filesOnly(pictureOfAgent(after))
}

/** Folders that a removal leaves empty stay; only the files are compared where a checkpoint does not speak of folders. */
function filesOnly(picture: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(picture).filter(([path]) => !path.endsWith('/')))
}

describe('apply and undo', () => {
  it('A3 give back exactly what was there: bytes, rights, existence, folders, rows', async () => {
    await fc.assert(
      fc.asyncProperty(files, rows, async (all, ofRows) => {
        const place = newTestHome()
        const different = write(place, all, ofRows)
        const before = pictureOfAgent(place)
        const engine = engineAt(place)
        const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
        expect(plan.steps.filter((step) => step.action !== 'keep')).toHaveLength(different)
        expect(pictureOfAgent(place)).toEqual(before)
        if (different === 0) return
        const restored = await engine.apply(plan.planId, plan.digest, {}, quietly)
        const after = pictureOfAgent(place)
        expect(filesOnly(after)).toEqual(expected(all, ofRows))
        const undo = await engine.makeUndoPlan(restored.operationId)
        const undone = await engine.apply(undo.planId, undo.digest, {}, quietly)
        expect(pictureOfAgent(place)).toEqual(before)
        const redo = await engine.makeUndoPlan(undone.operationId)
        await engine.apply(redo.planId, redo.digest, {}, quietly)
        expect(pictureOfAgent(place)).toEqual(after)
      }),
      { numRuns: runsAll ? 300 : 15 }
    )
  }, 600_000)
})
