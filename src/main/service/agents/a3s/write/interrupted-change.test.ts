import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ChangeRequest } from '@shared/domain/change'
import { ExpectedFailure } from '@shared/ipc/errors'
import { describe, expect, it } from 'vitest'
import { diskGateway, type Gateway } from '../../../restore/gateway'
import { declareDead } from '../../../restore/testing/crash-scenarios'
import { tellTally } from '../../../restore/testing/crash-tally'
import { daySeed, runsAll } from '../../../restore/testing/day-seed'
import { testHomeAt } from '../../../restore/testing/test-home'
import { watchedGateway } from '../../../restore/testing/watched-gateway'
import { sessionFile, sessionsFolder } from '../store/layout'
import { previewOpening } from '../store/opening'
import { storeCopy, temporaryFolder } from '../test-fixtures'
import { type EnginePlace, engineAtRoot, quietly } from './testing/made-engine'
import { openStore, sampleSnapshot, unwrap, withName } from './testing/made-store'
import { write } from './write-part'

/** From here on no call reaches the disk, as if the machine had stopped. */
class Stopped extends Error {}

function stopAfter(count: number): { gateway: Gateway; changes: string[] } {
  const changes: string[] = []
  const gateway = watchedGateway(diskGateway, async (call, run) => {
    if (call.name === 'close') return run()
    if (changes.length >= count) throw new Stopped()
    if (!call.changes) return run()
    changes.push(call.name)
    return call.name === 'sync' || call.name === 'syncFolder' ? (undefined as never) : run()
  })
  return { gateway, changes }
}

type Kind = 'restore-kept' | 'fork' | 'delete' | 'undo'

/** One change of a3s that is about to be applied, again and again from the same state. */
async function prepare(kind: Kind) {
  const folder = temporaryFolder()
  const root = join(folder, 'store')
  const own = join(folder, '.reprise')
  cpSync(storeCopy('migrated'), root, { recursive: true })
  const store = await openStore(root)
  unwrap(await store.saveSnapshot(sampleSnapshot('s', 'kept')))
  const place = engineAtRoot(root, null, own)
  place.keep(await write.capture(place.source, 's', place.reading))
  unwrap(await store.saveSnapshot(withName(sampleSnapshot('s'), 'changed')))
  const plan = await planOf(kind, place)
  const saved = `${folder}-saved`
  cpSync(folder, saved, { recursive: true })
  const reset = () => {
    rmSync(folder, { recursive: true, force: true })
    cpSync(saved, folder, { recursive: true })
  }
  const choices = plan.conflicts.some(({ id }) => id === 'running') ? { running: 'replace' } : {}
  return { folder, saved, root, place, plan, choices, reset, operations: (await place.engine.operations()).length }
}

async function planOf(kind: Kind, place: EnginePlace) {
  const session = { source: place.source.id, id: 's' }
  const requests: Record<Exclude<Kind, 'undo'>, ChangeRequest> = {
    'restore-kept': { kind: 'restore', session, checkpoint: 'kept' },
    fork: { kind: 'fork', session, checkpoint: null, entry: null, workspace: null },
    delete: { kind: 'delete', session }
  }
  const plan = await place.engine.makePlan(requests[kind === 'undo' ? 'restore-kept' : kind])
  if (kind !== 'undo') return plan
  const choices = plan.conflicts.length > 0 ? { running: 'replace' } : {}
  const done = await place.engine.apply(plan.planId, plan.digest, choices, quietly)
  return place.engine.makeUndoPlan(done.operationId)
}

/** Session files of the store by name, as they lie there. */
function generations(root: string): string {
  const names = readdirSync(sessionsFolder(root)).filter((name) => name.endsWith('.json'))
  return JSON.stringify(names.sort().map((name) => [name, readFileSync(join(sessionsFolder(root), name), 'base64')]))
}

describe('a change of a3s that is stopped', () => {
  it.each(['restore-kept', 'fork', 'delete', 'undo'] as const)(
    'a3s-37 A14 ends in old or new after a stop at every change, says which, and the store opens: %s',
    async (kind) => {
      const { folder, root, place, plan, choices, reset, operations, saved } = await prepare(kind)
      const apply = (gateway: Gateway) => place.again({ gateway }).apply(plan.planId, plan.digest, choices, quietly)
      const old = generations(root)
      const undisturbed = stopAfter(Number.POSITIVE_INFINITY)
      expect((await apply(undisturbed.gateway)).state).toBe('done')
      const fresh = generations(root)
      expect(fresh === old).toBe(false)
      const ends = { old: 0, new: 0 }
      const wrong: string[] = []
      const step = runsAll ? 1 : 5
      for (let count = 1 + (daySeed % step); count < undisturbed.changes.length; count += step) {
        reset()
        const stopped = stopAfter(count)
        await apply(stopped.gateway).catch(() => undefined)
        declareDead(testHomeAt(folder))
        const engine = place.again()
        await engine.recover()
        const now = generations(root)
        const is = now === old ? 'old' : now === fresh ? 'new' : null
        const list = await engine.operations()
        const state = list.length === operations ? 'none' : list[0]?.state
        const what = `${count} (${stopped.changes.at(-1)}): ${is}, ${state}`
        if (is === null || (is === 'new') !== (state === 'done')) wrong.push(what)
        else ends[is] += 1
        const left = readdirSync(sessionsFolder(root)).filter((name) => name.includes('.reprise-'))
        if (left.length > 0) wrong.push(`${what}, left ${left.join()}`)
        if (!previewOpening(root, 'strict', null).ok) wrong.push(`${what}, does not open`)
        unwrap(await (await openStore(root)).saveSnapshot(sampleSnapshot('next')))
        if (!existsSync(sessionFile(root, 'next'))) wrong.push(`${what}, the next save is lost`)
      }
      const sound = ends.old + ends.new
      const tried = sound + wrong.length
      tellTally({
        what: `a3s, ${kind}`,
        by: 'stop',
        tried,
        of: undisturbed.changes.length - 1,
        sound,
        lost: wrong.length
      })
      expect(wrong).toEqual([])
      expect(ends.old).toBeGreaterThan(0)
      expect(ends.new).toBeGreaterThan(0)
      rmSync(saved, { recursive: true, force: true })
    },
    runsAll ? 1_200_000 : 240_000
  )
})

/** Fails one call, also one that only looks. */
function failAt(at: number, code: string): { gateway: Gateway; names: string[] } {
  const names: string[] = []
  const gateway = watchedGateway(diskGateway, async (call, run) => {
    names.push(call.name)
    if (names.length === at) {
      // A close that fails has closed all the same.
      if (call.name === 'close') await run()
      throw Object.assign(new Error(`${code}: played`), { code })
    }
    return call.name === 'sync' || call.name === 'syncFolder' ? (undefined as never) : run()
  })
  return { gateway, names }
}

describe('a change of a3s that the disk fails', () => {
  it.each(['restore-kept', 'delete', 'undo'] as const)(
    'A7 leaves old or new, and says which: %s',
    async (kind) => {
      const { folder, root, place, plan, choices, reset, operations, saved } = await prepare(kind)
      const apply = (gateway: Gateway) =>
        place
          .again({ gateway })
          .apply(plan.planId, plan.digest, choices, quietly)
          .then(
            ({ state }) => state,
            (error) => (error instanceof ExpectedFailure ? error.failure.code : `threw ${String(error)}`)
          )
      const old = generations(root)
      const undisturbed = failAt(Number.POSITIVE_INFINITY, 'EIO')
      expect(await apply(undisturbed.gateway)).toBe('done')
      const fresh = generations(root)
      const wrong: string[] = []
      const total = undisturbed.names.length
      const step = runsAll ? 1 : 9
      let tried = 0
      for (let at = 1 + (daySeed % step); at <= total; at += step) {
        const code = ['ENOSPC', 'EIO', 'EACCES', 'EXDEV', 'EBUSY'][at % 5] ?? 'EIO'
        tried += 1
        reset()
        const failing = failAt(at, code)
        const said = await apply(failing.gateway)
        const what = `${code} at ${at} (${failing.names[at - 1]}) said ${said}`
        const before = generations(root)
        if (said === 'done' && before !== fresh) wrong.push(`${what}, and it was not`)
        if (said.startsWith('threw')) wrong.push(what)
        declareDead(testHomeAt(folder))
        const engine = place.again()
        await engine.recover()
        const now = generations(root)
        const list = await engine.operations()
        const done = list.length > operations && list[0]?.state === 'done'
        if (now !== old && now !== fresh) wrong.push(`${what}, neither old nor new`)
        else if ((now === fresh) !== done)
          wrong.push(`${what}, then ${list[0]?.state}, is ${now === fresh ? 'new' : 'old'}`)
        if (!previewOpening(root, 'strict', null).ok) wrong.push(`${what}, does not open`)
      }
      const sound = tried - wrong.length
      tellTally({ what: `a3s, ${kind}`, by: 'fault', tried, of: total * 5, sound, lost: wrong.length })
      expect(wrong).toEqual([])
      rmSync(saved, { recursive: true, force: true })
    },
    runsAll ? 1_200_000 : 240_000
  )
})
