import { cpSync, rmSync } from 'node:fs'
import { Vault } from '../../vault/vault'
import { diskGateway } from '../gateway'
import {
  engineAt,
  newTestHome,
  pictureOfAgent,
  quietly,
  restoreOf,
  type TestHome,
  testSession,
  writeCheckpoint,
  writeFile,
  writeRow
} from './test-home'

const about = { title: 'T', workspace: null, entries: 2, agentVersion: null, layout: null, fingerprint: null }
export const keepWish = { session: testSession, label: 'by hand', by: 'person', about } as const

/** A session of files and rows that is kept, again and again from the same state of the disk. */
export interface KeepScenario {
  readonly place: TestHome
  readonly before: Record<string, string>
  reset(): void
}

export function keepable(): KeepScenario {
  const place = newTestHome()
  writeFile(place, 'session.json', 'nine messages', 0o600)
  writeFile(place, 'deep/tasks.json', 'five tasks')
  writeRow(place, 'turns', 'nine')
  writeCheckpoint(place, 'cp', { 'session.json': 'four messages' }, { what: 'session' })
  cpSync(place.home, `${place.home}-kept`, { recursive: true })
  const reset = () => {
    rmSync(place.home, { recursive: true, force: true })
    cpSync(`${place.home}-kept`, place.home, { recursive: true })
  }
  reset()
  return { place, before: pictureOfAgent(place), reset }
}

/**
 * What must hold however far keeping a session came: it is kept whole or not at all, nothing of the agent's is touched, and the next one succeeds and
 * puts the session back.
 *
 * @returns null when all of it holds, else a sentence.
 */
export async function keptSoundly({ place, before }: KeepScenario): Promise<string | null> {
  const engine = engineAt(place)
  const vault = new Vault(diskGateway, place.own)
  const isAsBefore = () => JSON.stringify(pictureOfAgent(place)) === JSON.stringify(before)
  if (!isAsBefore()) return 'the agent’s own files have changed'
  for (const { parts } of await engine.keeper.kept())
    for (const { content, id } of parts)
      if (content !== null && (await vault.blobs.get(content.sha256)).length !== content.bytes) return `half of ${id}`
  const { id } = await engine.keeper.keep(keepWish, quietly.signal)
  if ((await vault.unfinished()).length > 0) return 'an unfinished file was left behind'
  writeFile(place, 'session.json', 'something else', 0o600)
  const plan = await engine.makePlan(restoreOf(testSession, id))
  await engine.apply(plan.planId, plan.digest, {}, quietly)
  return isAsBefore() ? null : 'it puts back something else'
}
