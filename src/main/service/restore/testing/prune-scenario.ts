import { cpSync, rmSync } from 'node:fs'
import { Vault } from '../../vault/vault'
import { diskGateway } from '../gateway'
import {
  engineAt,
  newTestHome,
  quietly,
  restoreOf,
  type TestHome,
  testSession,
  writeCheckpoint,
  writeFile
} from './test-home'

/** A vault in which some copies have to go and others have to stay, again and again from the same state of the disk. */
export interface PruneScenario {
  readonly place: TestHome
  readonly limits: { readonly maxDays: number; readonly maxBytes: number }
  reset(): void
}

export async function prunable(): Promise<PruneScenario> {
  const place = newTestHome()
  const engine = engineAt(place)
  const about = { title: 'T', workspace: null, entries: null, agentVersion: null, layout: null, fingerprint: null }
  const keep = (by: 'person' | 'schedule') =>
    engine.keeper.keep({ session: testSession, label: null, by, about }, new AbortController().signal)
  writeFile(place, 'a.txt', 'zero')
  for (const to of ['one', 'two', 'three', 'four']) {
    writeCheckpoint(place, to, { 'a.txt': to }, { what: 'session' })
    const plan = await engine.makePlan(restoreOf(testSession, to))
    await engine.apply(plan.planId, plan.digest, {}, quietly)
    // The one by hand names content that copies which go name as well.
    if (to === 'one') await keep('person')
    if (to === 'two') await keep('schedule')
  }
  const kept = `${place.home}-kept`
  cpSync(place.home, kept, { recursive: true })
  const reset = () => {
    rmSync(place.home, { recursive: true, force: true })
    cpSync(kept, place.home, { recursive: true })
  }
  return { place, limits: { maxDays: 30, maxBytes: 0 }, reset }
}

/**
 * What must hold however far a removal came: whatever says that it can be taken back or put back really can; the next removal ends the rest; and
 * what is gone is listed.
 *
 * @returns null when all of it holds, else a sentence.
 */
export async function soundness({ place, limits }: PruneScenario): Promise<string | null> {
  const engine = engineAt(place, { vaultLimits: () => limits })
  const first = await hollow(place)
  if (first !== null) return first
  await engine.recover()
  await engine.keeper.prune()
  const second = await hollow(place)
  if (second !== null) return `after the next removal: ${second}`
  const { copies, pruned } = await engine.keeper.show()
  if (copies.length !== 2) return `${copies.length} copies are left`
  if (pruned.length !== 4) return `${pruned.length} copies are listed as gone`
  const blobs = await new Vault(diskGateway, place.own).blobs.names()
  if (blobs.size !== 2) return `${blobs.size} contents are left`
  return (await engine.keeper.prune()).removed === 0 ? null : 'a further removal found something to do'
}

async function hollow(place: TestHome): Promise<string | null> {
  const engine = engineAt(place)
  for (const { id, canUndo } of await engine.operations()) {
    if (canUndo && (await engine.makeUndoPlan(id)).cannot.length > 0) return `${id} says that it can be undone`
  }
  for (const point of await engine.keeper.checkpoints(testSession)) {
    if (!point.restorable) return `${point.id} is listed and incomplete`
    await engine.makePlan(restoreOf(testSession, point.id))
  }
  return null
}
