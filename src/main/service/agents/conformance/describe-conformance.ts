import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentAdapter, KnownUnits, SourceLocation } from '../adapter'
import { type Damage, damage, likelyJson } from './arbitrary-damage'
import { structuralDamage } from './arbitrary-structure'
import { type BrowsedSession, backwards, browse, expectedOr, knownNow, readingFor, scanAll } from './browse'
import { type ConformanceKit, reportOf, troubles } from './conformance-kit'
import { fileState } from './file-state'
import { fuzzRuns, fuzzTime } from './fuzz-runs'
import { withoutRights } from './without-rights'

/** Codes with which opening a session may fail. */
const openFailures = [
  'session.unreadable',
  'session.gone',
  'session.sealed',
  'not.found',
  'source.unreadable',
  'source.locked'
]

function expectAddingUp(session: BrowsedSession): void {
  const accounting = session.account?.accounting
  if (!accounting) return
  expect(accounting.shown + accounting.raw + accounting.unreadable).toBe(accounting.read)
  expect(accounting.unreadableRanges.length).toBeLessThanOrEqual(Math.max(accounting.unreadable, 0))
  expect(accounting.unreadable === 0).toBe(accounting.unreadableRanges.length === 0)
  expect(new Set(session.entries.map((entry) => entry.id)).size).toBe(session.entries.length)
  const own = session.entries.filter(
    (entry) => !entry.inherited && entry.parent === undefined && entry.kind !== 'unrecognised'
  )
  expect(session.account?.entries).toBeLessThanOrEqual(session.entries.length)
  expect(session.account?.entries ?? 0).toBeGreaterThanOrEqual(own.length === 0 ? 0 : 1)
}

/** Looks at everything: whatever is wrong, only expected failures come, counts add up, and nothing on disk changes. */
async function expectCalm(
  home: string,
  adapter: AgentAdapter,
  source: SourceLocation,
  known?: KnownUnits
): Promise<void> {
  const before = fileState(home)
  const browsed = await browse(adapter, source, readingFor(), known)
  expect(fileState(home)).toEqual(before)
  for (const [id, session] of browsed.sessions) {
    if (session.failure) expect(openFailures).toContain(session.failure)
    expectAddingUp(session)
    await expectedOr(async () => adapter.write?.findFixes?.(source, id, readingFor()))
  }
}

/** What every adapter must do on every kind of trouble (design: "Adapter"), on real files in a home of its own. */
export function describeConformance(kit: ConformanceKit): void {
  const { adapter } = kit
  describe(`${adapter.agent} passes the conformance suite`, () => {
    let home = ''
    let ids: readonly string[] = []
    let source: SourceLocation

    beforeEach(async () => {
      home = mkdtempSync(join(tmpdir(), 'reprise-conformance-'))
      ids = kit.make(home)
      const [located] = await adapter.locate({
        home,
        env: {},
        platform: process.platform,
        cwd: home,
        settings: [],
        flags: []
      })
      if (!located) throw new Error('no source was located in the home that was just made')
      source = located
    })
    afterEach(() => rmSync(home, { recursive: true, force: true }))

    const first = () => ids[0] ?? ''

    it('lists every session, and its counts add up', async () => {
      const browsed = await browse(adapter, source)
      for (const id of ids) {
        const session = browsed.sessions.get(id)
        expect(session?.failure, `session ${id}`).toBeNull()
        expect(session?.listed.state).toBe('ok')
        expect(session?.entries.length).toBeGreaterThan(0)
        expect(session?.account?.accounting.unreadable).toBe(0)
        if (session) expectAddingUp(session)
      }
    })

    it('gives the same entries from both ends, and by id', async () => {
      const session = await adapter.open(source, first(), readingFor())
      const fromEnd = await backwards(session, 7)
      const browsed = (await browse(adapter, source)).sessions.get(first())
      expect(fromEnd.map((entry) => entry.id)).toEqual(browsed?.entries.map((entry) => entry.id))
      expect(await session.entry(fromEnd[0]?.id ?? '')).toEqual(fromEnd[0])
      expect(await session.entry('no such entry')).toBeNull()
      session.close()
    })

    it('changes and creates nothing while everything is looked at', async () => {
      const before = fileState(home)
      await browse(adapter, source)
      await browse(adapter, source)
      expect(fileState(home)).toEqual(before)
    })

    it('reads a store whose folders and files cannot be written to', async () => {
      const sound = await browse(adapter, source)
      await withoutRights(home, async () => {
        expect(() => writeFileSync(join(home, 'proof'), '')).toThrow(/EACCES|EPERM|EROFS/)
        const browsed = await browse(adapter, source)
        for (const id of ids) expect(browsed.sessions.get(id)?.entries).toEqual(sound.sessions.get(id)?.entries)
      })
    })

    it('parses nothing when the fingerprints are the known ones, and only what changed after a change', async () => {
      const steps = await scanAll(adapter, source, readingFor())
      const known = new Map(
        steps.flatMap((step) => (step.type === 'unit' ? [[step.unit, step.fingerprint] as const] : []))
      )
      expect(known.size).toBeGreaterThan(0)
      const fingerprint = await adapter.sessionFingerprint(source, first(), readingFor())
      const again = await scanAll(adapter, source, readingFor(), { fingerprint: (unit) => known.get(unit) })
      expect(again.filter((step) => step.type === 'unit')).toEqual([])
      expect(again.filter((step) => step.type === 'unchanged').length).toBe(known.size)
      expect(await adapter.sessionFingerprint(source, first(), readingFor())).toBe(fingerprint)

      await kit.keepChanging(home, first())()
      const changed = await scanAll(adapter, source, readingFor(), { fingerprint: (unit) => known.get(unit) })
      expect(changed.filter((step) => step.type === 'unit').length).toBe(1)
      expect(await adapter.sessionFingerprint(source, first(), readingFor())).not.toBe(fingerprint)
    })

    it('answers with a value, not with a throw, for a session that is not there', async () => {
      expect(await adapter.sessionFingerprint(source, 'no-such-session', readingFor())).toBeNull()
      const opened = await expectedOr(() => adapter.open(source, 'no-such-session', readingFor()))
      expect(['not.found', 'session.gone']).toContain(opened.failure)
    })

    it.each([
      ['a path upwards', '../../etc/passwd'],
      ['an absolute path', '/etc/passwd'],
      ['the parent folder', '..'],
      ['nothing', ''],
      ['a NUL', 'a\u0000b'],
      ['five thousand characters', 'x'.repeat(5000)]
    ])('refuses an id of %s without looking elsewhere', async (_name, id) => {
      const opened = await expectedOr(() => adapter.open(source, id, readingFor()))
      expect(opened.value).toBeNull()
      expect(await adapter.sessionFingerprint(source, id, readingFor())).toBeNull()
    })

    it.each(troubles.map((name) => [reportOf[name] ?? '', name] as const))(
      '%scopes with: %s',
      async (_report, name) => {
        const sound = await browse(adapter, source)
        const { outcome, apply } = kit.trouble[name]
        apply(home, first())
        const before = fileState(home)
        const browsed = await browse(adapter, source)
        expect(fileState(home)).toEqual(before)
        const session = browsed.sessions.get(first())
        expect(session, 'it is still listed').toBeDefined()
        for (const id of ids.slice(1)) {
          expect(browsed.sessions.get(id)?.entries).toEqual(sound.sessions.get(id)?.entries)
        }
        if (!session) return
        if (session.failure) expect(openFailures).toContain(session.failure)
        expectAddingUp(session)
        if (outcome === 'unreadable') {
          expect(session.failure).toBe('session.unreadable')
          expect(session.listed.state).toBe('unreadable')
        }
        if (outcome === 'whole') expect(session.failure).toBeNull()
        if (outcome === 'partial') {
          expect(session.failure).toBeNull()
          const { unreadable, raw } = session.account?.accounting ?? { unreadable: 0, raw: 0 }
          expect(unreadable + raw).toBeGreaterThan(0)
        }
      },
      120_000
    )

    it('never fails while the agent goes on writing, and is right afterwards', async () => {
      const sound = await browse(adapter, source)
      const stop = kit.keepChanging(home, first())
      for (let round = 0; round < 8; round += 1) {
        const browsed = await browse(adapter, source)
        for (const session of browsed.sessions.values()) {
          if (session.failure) expect(openFailures).toContain(session.failure)
          expectAddingUp(session)
        }
      }
      await stop()
      const after = await browse(adapter, source)
      expect(after.sessions.get(first())?.failure).toBeNull()
      expect(after.sessions.get(first())?.entries.length).toBeGreaterThanOrEqual(
        sound.sessions.get(first())?.entries.length ?? 1
      )
    }, 120_000)

    /** Looks at the store with inputs in the place of one of its records, or of as many as the kit puts in trouble at once. */
    async function expectCalmWith<T>(
      inputs: fc.Arbitrary<T>,
      make: (input: T, sound: Buffer) => Uint8Array | string,
      few: number
    ): Promise<void> {
      let sound: Buffer | undefined
      const known = await knownNow(adapter, source)
      const atOnce = kit.together?.records ?? 1
      const where = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
      const records = fc.array(fc.record({ where, input: inputs }), { minLength: atOnce, maxLength: atOnce })
      await fc.assert(
        fc.asyncProperty(records, async (chosen) => {
          const damaged = chosen.map(({ where, input }) => ({ where, make: (bytes: Buffer) => make(input, bytes) }))
          if (kit.together) kit.together.damage(home, damaged)
          else {
            kit.replace(home, first(), (bytes) => {
              sound ??= Buffer.from(bytes)
              return damaged[0]?.make(sound) ?? sound
            })
          }
          await expectCalm(home, adapter, source, known)
        }),
        fuzzRuns(few, atOnce)
      )
    }
    const inTurn = (damages: readonly Damage[], sound: Buffer) =>
      damages.reduce((bytes, each) => Buffer.from(each(bytes)), sound)

    it(
      'gives findings for any damage to the bytes of a sound session, never a crash, and never writes',
      () => expectCalmWith(fc.array(damage(), { minLength: 1, maxLength: 4 }), inTurn, 30),
      fuzzTime
    )

    it(
      'gives findings for sound JSON with wrong things in it, never a crash, and never writes',
      () => expectCalmWith(fc.array(structuralDamage(), { minLength: 1, maxLength: 3 }), inTurn, 25),
      fuzzTime
    )

    it(
      'gives findings for any JSON at all, never a crash, and never writes',
      () => expectCalmWith(fc.oneof(fc.json({ maxDepth: 4 }), likelyJson()), (json) => json, 30),
      fuzzTime
    )
  })
}
