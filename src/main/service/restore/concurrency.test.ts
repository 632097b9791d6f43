import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../agents/a3s/test-fixtures'
import { engineAtRoot } from '../agents/a3s/write/testing/made-engine'
import { nameOf, openStore, sampleSnapshot, unwrap } from '../agents/a3s/write/testing/made-store'
import { write as a3s } from '../agents/a3s/write/write-part'
import { adapter as gestura } from '../agents/gestura/adapter'
import { fixtureHome, readingAt, sourceAt } from '../agents/gestura/testing/fixture-home'
import { removeHomes } from '../agents/tact/testing/sample-home'
import { tactEngine } from '../agents/tact/testing/tact-engine'
import { createRestoreEngine } from './engine'
import { changeBeside, keptBy, patience, startWriter, writerPath } from './testing/beside-a-writer'
import { buildProcess } from './testing/build-process'
import { removeTestHomes, restoreOf } from './testing/test-home'

/**
 * Programs that write as an agent does, against restores and undos at random times. At the end everything that either side holds for written is
 * accounted for: it is there, its own writer went on from it, or Reprise has it.
 */
afterAll(() => {
  removeTestHomes()
  removeHomes()
})

describe('beside a writer that follows the rules of gestura', () => {
  it(
    'A4 A16 no turn is lost, and none is ever seen cut off',
    async () => {
      const id = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
      const home = fixtureHome('gestura')
      const source = sourceAt(home)
      const own = join(home, '.config', 'reprise')
      const engine = createRestoreEngine({
        ownFolder: own,
        home,
        adapterOf: (agent) => (agent === 'gestura' ? gestura : undefined),
        sourceOf: (asked) => (asked === source.id ? source : undefined),
        readingOf: () => readingAt(Date.now()),
        now: Date.now
      })
      const path = join(home, '.gestura', 'agent_sessions', `${id}.json`)
      const points = await gestura.checkpoints(source, id, readingAt())
      const plans = points
        .filter(({ restorable }) => restorable)
        .map((point) => () => engine.makePlan(restoreOf({ source: source.id, id }, point.id)))
      const writer = startWriter<{ turn: number; saw: string; wrote: string; torn?: number }>(
        writerPath('gestura-writer.mjs'),
        [path]
      )
      const outcomes = await changeBeside(writer, engine, plans)

      await engine.recover()
      const kept = await keptBy(own)
      const there = createHash('sha256').update(readFileSync(path)).digest('hex')
      expect(writer.lines.filter(({ torn }) => torn !== undefined)).toEqual([])
      const lost = writer.lines.filter(({ wrote }, at) => {
        const wentOn = writer.lines[at + 1]?.saw === wrote
        return !wentOn && wrote !== there && !kept.hashes.has(wrote)
      })
      expect(kept.replaced.filter((sha256) => !kept.hashes.has(sha256))).toEqual([])
      console.info(`gestura: ${writer.lines.length} turns beside ${JSON.stringify(outcomes)}, lost ${lost.length}`)
      expect(lost).toEqual([])
      expect(outcomes.done).toBeGreaterThan(0)
      rmSync(home, { recursive: true, force: true })
    },
    patience
  )
})

describe('beside a writer that follows the rules of tact', () => {
  it(
    'A4 A16 tact-28 no committed event is lost',
    async () => {
      const id = '01a227dd-ce8e-75f3-b00c-fcc4c80c8f2c'
      const home = await tactEngine('tact')
      const plans = [
        () => home.plan(id, { kind: 'restore', checkpoint: 'resume-state' }),
        () => home.plan(id, { kind: 'delete' })
      ]
      const writer = startWriter<{ mark: string }>(writerPath('tact-writer.mjs'), [home.database, id])
      const outcomes = await changeBeside(writer, home.engine, plans)

      await home.engine.recover()
      const database = new Database(home.database)
      const records = database.prepare('SELECT record_json FROM events').all() as { record_json: Buffer }[]
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
      database.close()
      const there = records.map(({ record_json }) => String(record_json)).join('\n')
      const kept = await keptBy(join(home.home, '.reprise'))
      const lost = writer.lines.filter(({ mark }) => !there.includes(`"${mark}"`) && !kept.holds(`"${mark}"`))
      console.info(`tact: ${writer.lines.length} commits beside ${JSON.stringify(outcomes)}, lost ${lost.length}`)
      expect(kept.replaced.filter((sha256) => !kept.hashes.has(sha256))).toEqual([])
      expect(lost).toEqual([])
      expect(outcomes.done).toBeGreaterThan(0)
    },
    patience
  )
})

describe('beside a writer that follows the rules of a3s', () => {
  it(
    'A4 A16 a3s-37 no committed generation is lost, and the store stays one that opens',
    async () => {
      const program = await buildProcess(new URL('./testing/writers/a3s-writer.ts', import.meta.url))
      const [root, own] = [join(temporaryFolder(), '.a3s', 'sessions'), join(temporaryFolder(), 'own')]
      unwrap(await (await openStore(root)).saveSnapshot(sampleSnapshot('s', 'the first')))
      const place = engineAtRoot(root, null, own)
      place.keep(await a3s.capture(place.source, 's', place.reading))
      const session = { source: place.source.id, id: 's' }
      const plans = [
        () => place.engine.makePlan(restoreOf(session, 'kept')),
        () => place.engine.makePlan({ kind: 'delete', session })
      ]
      const writer = startWriter<{ mark: string; saw: string | null }>(program, [root, 's'])
      const outcomes = await changeBeside(writer, place.engine, plans)

      await place.engine.recover()
      const present = unwrap((await openStore(root)).loadSnapshot('s'))
      const there = present === null ? null : nameOf(present)
      const kept = await keptBy(own)
      const lost = writer.lines.filter(({ mark }, at) => {
        const wentOn = writer.lines[at + 1]?.saw === mark
        return !wentOn && mark !== there && !kept.holds(`"${mark}"`)
      })
      console.info(`a3s: ${writer.lines.length} commits beside ${JSON.stringify(outcomes)}, lost ${lost.length}`)
      expect(kept.replaced.filter((sha256) => !kept.hashes.has(sha256))).toEqual([])
      expect(lost).toEqual([])
      expect(outcomes.done).toBeGreaterThan(0)
      rmSync(dirname(program), { recursive: true, force: true })
    },
    patience
  )
})
