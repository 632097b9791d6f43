import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { AgentId } from '@shared/domain/agents'
import type { Plan } from '@shared/domain/plan'
import type { SessionRef } from '@shared/domain/session'
import { ExpectedFailure } from '@shared/ipc/errors'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { homeWith } from '../../import/testing/two-homes'
import type { HomeService } from '../../testing/home-service'
import { type Damage, damage } from '../conformance/arbitrary-damage'
import { structuralDamage } from '../conformance/arbitrary-structure'
import { damagedTogether } from '../conformance/damaged-database'
import { fuzzRuns, fuzzTime } from '../conformance/fuzz-runs'

type Damages = readonly Damage[]
/** Damages the store at some places; what was damaged before is sound again. Answers which sessions that may concern. */
type Spoil = (places: readonly { readonly where: number; readonly damages: Damages }[]) => (id: string) => boolean

const inTurn = (damages: Damages, sound: Buffer) => damages.reduce<Buffer>((all, each) => Buffer.from(each(all)), sound)

/** One of the files with such names. */
function files(home: string, names: RegExp): Spoil {
  const sound = readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => names.test(name) && !name.startsWith('.reprise'))
    .sort()
    .map((name) => ({ path: join(home, name), bytes: readFileSync(join(home, name)) }))
  return ([place]) => {
    for (const { path, bytes } of sound) {
      if (!existsSync(path) || !readFileSync(path).equals(bytes)) writeFileSync(path, bytes)
    }
    const one = sound[Math.floor((place?.where ?? 0) * sound.length)]
    if (one === undefined) throw new Error(`no file of ${home} is called so`)
    writeFileSync(one.path, inTurn(place?.damages ?? [], one.bytes))
    const own = basename(one.path, '.json')
    return (id) => own.includes(id) || own === `id_${Buffer.from(id).toString('base64url')}` || own.endsWith('.ndjson')
  }
}

/** Records of tact, in as many sessions as they happen to be of. */
function records(home: string): Spoil {
  const { damage } = damagedTogether(
    () => join(home, '.tact', 'sessions', 'v2.sqlite3'),
    [{ table: 'events', key: 'event_id', column: 'record_json' }]
  )
  return (places) => {
    damage(
      home,
      places.map(({ where, damages }) => ({ where, make: (bytes) => inTurn(damages, bytes) }))
    )
    return () => true
  }
}

const stores: readonly { agent: AgentId; fixture: string; atOnce: number; spoil(home: string): Spoil }[] = [
  { agent: 'gestura', atOnce: 1, fixture: 'core/gestura', spoil: (home) => files(home, /agent_sessions\/.+\.json$/) },
  {
    agent: 'a3s',
    atOnce: 1,
    fixture: 'core/a3s/weather',
    spoil: (home) => files(home, /v1\/(sessions\/.+\.json|wal\/.+\.ndjson)$/)
  },
  { agent: 'tact', atOnce: 16, fixture: 'core/tact', spoil: records },
  { agent: 'codex', atOnce: 1, fixture: 'agents/codex', spoil: (home) => files(home, /rollout-.+\.jsonl$/) }
]

/** What a crash, a full disk or another program leaves: bytes that are NUL, a torn end, the same piece twice, a mark at the beginning. */
function brokenBytes(): fc.Arbitrary<Damage> {
  const where = fc.double({ min: 0, max: 1, noNaN: true })
  const end = fc.constantFrom('\0'.repeat(64), '{"half": "of a rec', '\n\n', '{}', '\ufeff').map(
    (text): Damage =>
      (bytes) =>
        Buffer.concat([bytes, Buffer.from(text)])
  )
  const begin = fc.constantFrom('\ufeff', '\0\0\0\0', '\n').map(
    (text): Damage =>
      (bytes) =>
        Buffer.concat([Buffer.from(text), bytes])
  )
  const nulls = where.map(
    (place): Damage =>
      (bytes) => {
        const at = Math.floor(place * bytes.length)
        return Buffer.from(bytes).fill(0, at, Math.min(bytes.length, at + 16))
      }
  )
  return fc.oneof(end, begin, nulls)
}

/** Every conflict decided in favour of the mending. */
function decided({ conflicts }: Plan): Readonly<Record<string, string>> {
  return Object.fromEntries(
    conflicts.map(({ id, options, default: keep }) => [id, options.find(({ value }) => value !== keep)?.value ?? keep])
  )
}

async function fixesOf(place: HomeService, session: SessionRef): Promise<readonly string[]> {
  try {
    return (await place.call('repair.find', { session })).fixes.map(({ id }) => id)
  } catch (error) {
    if (error instanceof ExpectedFailure && error.failure.code !== 'internal') return []
    throw error
  }
}

/** Mends all that there is to mend in a session; false where that is refused with a reason. */
async function mend(place: HomeService, session: SessionRef): Promise<boolean> {
  let plan: Plan
  try {
    plan = await place.call('plan.make', { kind: 'repair', session, fixes: null })
  } catch (error) {
    if (error instanceof ExpectedFailure && ['refused', 'session.unreadable'].includes(error.failure.code)) return false
    throw error
  }
  const choices = decided(plan)
  const result = await place.call('plan.apply', { planId: plan.planId, digest: plan.digest, choices })
  expect([result.state, result.verified]).toEqual(['done', true])
  return true
}

describe('repair of any damage', () => {
  let place: HomeService | undefined
  afterEach(() => place?.close())

  it.each(stores)(
    'what is mended of $agent is accepted by its own rules and has nothing left to mend, never a crash',
    async ({ agent, fixture, spoil, atOnce }) => {
      const here = await homeWith(fixture, agent)
      place = here
      const spoilt = spoil(here.home)
      const where = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
      const torn = fc.array(fc.oneof(brokenBytes(), damage(), structuralDamage()), { minLength: 1, maxLength: 3 })
      const places = fc.array(fc.record({ where, damages: torn }), { minLength: atOnce, maxLength: atOnce })
      let mended = 0
      await fc.assert(
        fc.asyncProperty(places, async (chosen) => {
          const concerns = spoilt(chosen)
          await here.scan()
          for (const { source, id } of (await here.list({ gone: false })).filter((one) => concerns(one.id))) {
            const session = { source, id }
            const fixes = await fixesOf(here, session)
            if (fixes.length === 0 || !(await mend(here, session))) continue
            mended += 1
            expect(await fixesOf(here, session)).toEqual([])
          }
        }),
        fuzzRuns(16, atOnce)
      )
      expect(mended).toBeGreaterThan(0)
    },
    fuzzTime
  )
})
