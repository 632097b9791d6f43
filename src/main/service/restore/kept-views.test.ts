import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PlanConflict } from '@shared/domain/plan'
import type { SessionRef, SessionSummary, TranscriptRef } from '@shared/domain/session'
import type { Entry } from '@shared/domain/transcript'
import type { InputOf, OperationName, OutputOf } from '@shared/ipc/contract'
import { ExpectedFailure, type Failure } from '@shared/ipc/errors'
import { afterEach, describe, expect, it } from 'vitest'
import { adapters } from '../agents/registry'
import { inlineReaders } from '../readers/inline-readers'
import { createService, type Service } from '../service'
import { pictureOf } from './testing/test-home'

const fixtures = fileURLToPath(new URL('../../../../e2e/fixtures/', import.meta.url))
const homes = [
  { home: 'core/gestura', roots: [] },
  { home: 'core/tact', roots: [] },
  { home: 'core/tact-v1-only', roots: [] },
  ...['claude-code', 'codex', 'copilot-cli', 'droid', 'gemini', 'pi', 'qwen-code'].map((agent) => ({
    home: `agents/${agent}`,
    roots: []
  })),
  { home: 'core/a3s', roots: ['weather/.a3s/tui/sessions', 'stores/sealed', 'stores/legacy'] }
]

interface Place {
  readonly home: string
  readonly own: string
  readonly service: Service
  call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>
}

const places: Place[] = []
afterEach(async () => {
  for (const { service, home, own } of places.splice(0)) {
    await service.close()
    for (const folder of [home, own]) rmSync(folder, { recursive: true, force: true })
  }
})

async function placeWith(name: string, roots: readonly string[]): Promise<Place> {
  const home = mkdtempSync(join(tmpdir(), 'reprise-kept-view-'))
  const own = mkdtempSync(join(tmpdir(), 'reprise-kept-own-'))
  cpSync(join(fixtures, name), home, { recursive: true, preserveTimestamps: true })
  const flags = roots
    .map((root) => ({ agent: 'a3s' as const, path: join(home, root) }))
    .filter(({ path }) => existsSync(path))
  const look = { home, env: {}, platform: process.platform, cwd: home, flags }
  const service = await createService({ home: own, adapters, look, readers: inlineReaders })
  const call: Place['call'] = async (op, input) => {
    const context = { traceId: 't', signal: new AbortController().signal, progress: () => undefined }
    const answer = await service.dispatch(op, input, context)
    if (!answer.ok) throw new ExpectedFailure(answer.error)
    return answer.value as never
  }
  const place = { home, own, service, call }
  places.push(place)
  await call('scan.run', {})
  return place
}

/** All that a person can see of a session. */
async function seen({ call }: Place, session: TranscriptRef) {
  const entries: Entry[] = []
  for (let from: string | null = 'start'; from !== null; ) {
    const page: OutputOf<'transcript.page'> = await call('transcript.page', {
      ...{ session, from, direction: 'forward', limit: 500 }
    })
    entries.push(...page.entries)
    from = page.after
  }
  const raw: string[] = []
  for (const { id } of entries.slice(0, 5)) raw.push((await call('transcript.raw', { session, entry: id })).text)
  const { accounting } = await call('transcript.account', { session })
  return { entries, raw, accounting }
}

/** A fork has entries of its parent, which is not kept with it: only its own ones are there for certain. */
function expectedOf(row: SessionSummary, whole: Awaited<ReturnType<typeof seen>>) {
  const own = whole.entries.filter(({ inherited, notice }) => inherited !== true && notice !== 'fork')
  return row.parent === undefined ? whole : { entries: expect.arrayContaining(own) }
}

const rowsOf = async ({ call }: Place) =>
  (await call('sessions.page', { query: {}, offset: 0, limit: 500 })).rows.filter(
    ({ state }) => state === 'ok' || state === 'older' || state === 'partial'
  )

const keep = async ({ call }: Place, { source, id }: SessionSummary): Promise<TranscriptRef> => ({
  ...{ source, id },
  checkpoint: (await call('capture.make', { session: { source, id } })).checkpoint.id
})

const scratchOf = ({ own }: Place) => join(own, 'scratch', String(process.pid))
const laidOut = (place: Place) => readdirSync(scratchOf(place)).filter((name) => name.startsWith('kept-'))

async function sessionNamed(place: Place, id: string): Promise<SessionRef> {
  const row = (await rowsOf(place)).find((each) => each.id === id)
  if (row === undefined) throw new Error(`no session ${id}`)
  return { source: row.source, id }
}

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason
  )
  if (error instanceof ExpectedFailure) return error.failure
  throw error ?? new Error('it did not fail')
}

describe('a kept session, to look at', () => {
  it.each(homes)(
    '$home: shows what the session showed when it was kept, also after the agent has lost it',
    async ({ home, roots }) => {
      const place = await placeWith(home, roots)
      const rows = await rowsOf(place)
      expect(rows.length).toBeGreaterThan(0)
      const kept: { view: TranscriptRef; before: object }[] = []
      for (const row of rows.slice(0, 4)) {
        const before = expectedOf(row, await seen(place, { source: row.source, id: row.id }))
        kept.push({ view: await keep(place, row), before })
      }
      const store = pictureOf(place.home)
      for (const { view, before } of kept) expect(await seen(place, view)).toMatchObject(before)
      expect(pictureOf(place.home)).toEqual(store)
      for (const name of readdirSync(place.home)) rmSync(join(place.home, name), { recursive: true })
      for (const { view, before } of kept) {
        for (const _ of ['once', 'again']) {
          await place.call('transcript.close', { session: view })
          expect(await seen(place, view)).toMatchObject(before)
        }
      }
    },
    240_000
  )

  it('shows a safety copy: the session as it was before a change', async () => {
    const place = await placeWith('core/gestura', [])
    const { call } = place
    const session = await sessionNamed(place, 'fa767501-1b54-466b-9c6b-0727a648a8cc')
    const before = await seen(place, session)
    const afterFirst = 'f4306909-c8f2-4e45-abfa-993354203996'
    const plan = await call('plan.make', { kind: 'restore', session, checkpoint: afterFirst })
    const other = (conflict: PlanConflict) =>
      conflict.options.find(({ value }) => value !== conflict.default)?.value ?? ''
    const choices = Object.fromEntries(plan.conflicts.map((conflict) => [conflict.id, other(conflict)]))
    const { operationId } = await call('plan.apply', { planId: plan.planId, digest: plan.digest, choices })
    expect(await seen(place, session)).not.toEqual(before)
    expect(await seen(place, { ...session, checkpoint: `safety-${operationId}` })).toEqual(before)
  })

  it('says of a sealed one that it needs the key, names its place of then, and writes nothing readable', async () => {
    const place = await placeWith('core/a3s', ['stores/sealed'])
    const { rows } = await place.call('sessions.page', { query: { children: true }, offset: 0, limit: 10 })
    const row = rows.find(({ state }) => state === 'sealed')
    if (row === undefined) throw new Error('no sealed session')
    const view = await keep(place, row)
    const failure = await failureOf(seen(place, view))
    expect(failure.code).toBe('session.sealed')
    expect(JSON.stringify(failure)).toContain(join(place.home, 'stores/sealed'))
    expect(JSON.stringify(failure)).not.toContain(place.own)
    const hashes = (folder: string) => {
      const files = Object.values(pictureOf(folder)).filter((text) => text.startsWith('file'))
      return files.map((text) => text.split(' ').at(-1))
    }
    const copied = hashes(scratchOf(place))
    expect(copied.length).toBeGreaterThan(0)
    expect(hashes(join(place.home, 'stores/sealed'))).toEqual(expect.arrayContaining(copied))
  })

  it('is refused where a part of it is damaged in the vault, and leaves nothing behind', async () => {
    const place = await placeWith('core/gestura', [])
    const [row] = await rowsOf(place)
    if (row === undefined) throw new Error('no session')
    const view = await keep(place, row)
    for (const path of Object.keys(pictureOf(join(place.own, 'vault', 'blobs')))) {
      if (!path.endsWith('/')) writeFileSync(join(place.own, 'vault', 'blobs', path), 'damaged')
    }
    expect((await failureOf(seen(place, view))).code).toBe('checkpoint.invalid')
    expect(laidOut(place)).toEqual([])
    expect((await failureOf(seen(place, { ...view, checkpoint: 'kept-0-00000000' }))).code).toBe('not.found')
    expect((await failureOf(seen(place, { ...view, id: 'another' }))).code).toBe('not.found')
  })

  it('is laid out once for all who ask, and its folder goes when it is closed, when others come, and when nobody asks', async () => {
    const place = await placeWith('core/gestura', [])
    const views: TranscriptRef[] = []
    for (const row of (await rowsOf(place)).slice(0, 6)) views.push(await keep(place, row))
    const look = (session: TranscriptRef) => place.call('transcript.outline', { session })
    const [first, second] = views
    if (first === undefined || second === undefined || views.length < 6) throw new Error('too few sessions')
    await Promise.all([look(first), look(first), look(first)])
    expect(laidOut(place)).toHaveLength(1)
    await look(second)
    await place.call('transcript.close', { session: first })
    expect(laidOut(place)).toHaveLength(1)
    await look(first)
    for (const view of views) await look(view)
    await expect.poll(() => laidOut(place).length).toBe(4)
    const { views: held } = place.service.parts.restore
    await held.closeIdle(Date.now())
    expect(laidOut(place)).toHaveLength(4)
    await held.closeIdle(Date.now() + 3_600_000)
    expect(laidOut(place)).toEqual([])
    await look(first)
    await place.service.close()
    expect(existsSync(scratchOf(place))).toBe(false)
  })
})
