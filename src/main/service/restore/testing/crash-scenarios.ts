import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from '@shared/domain/plan'
import type { RestoreEngine } from '../engine'
import {
  base64Of,
  engineAt,
  newTestHome,
  pictureOf,
  pictureOfAgent,
  quietly,
  restoreOf,
  type TestHome,
  testSession,
  writeCheckpoint,
  writeFile,
  writeRow
} from './test-home'

export type ScenarioName = 'restore' | 'undo' | 'redo' | 'rejected' | 'rows'

/**
 * `rejected` is a restore that the agent's own check does not accept, so that the apply puts everything back itself. All change files and
 * rows together; `rows` changes nothing else.
 */
export const scenarioNames: readonly ScenarioName[] = ['restore', 'undo', 'redo', 'rejected', 'rows']

/** An apply that is about to run, again and again from the same state of the disk. */
export interface Scenario {
  readonly name: ScenarioName
  readonly place: TestHome
  readonly plan: Plan
  readonly operations: number
  readonly old: Record<string, string>
  readonly new: Record<string, string>
  /** Puts the whole home back to the moment before the apply. */
  reset(): void
}

/** Runs the apply once to its end, to know how the agent's folder looks then. */
export async function makeScenario(name: ScenarioName): Promise<Scenario> {
  const place = newTestHome()
  const engine = engineAt(place)
  const plan = await planOf(name, place, engine)
  const operations = (await engine.operations()).length
  const old = pictureOfAgent(place)
  const kept = `${place.home}-kept`
  cpSync(place.home, kept, { recursive: true })
  await engine.apply(plan.planId, plan.digest, {}, quietly).catch((error) => {
    if (name !== 'rejected') throw error
  })
  const reset = () => {
    rmSync(place.home, { recursive: true, force: true })
    cpSync(kept, place.home, { recursive: true })
  }
  return { name, place, plan, operations, old, new: pictureOfAgent(place), reset }
}

/** Every kind of step at once: two files replaced, one made in new folders, one removed, one left out; and of rows one each. */
async function planOf(name: ScenarioName, place: TestHome, engine: RestoreEngine): Promise<Plan> {
  writeFile(place, 'session.json', 'nine messages', 0o600)
  writeFile(place, 'tasks/list.json', 'five tasks', 0o664)
  writeFile(place, 'gone.json', 'will go', 0o444)
  writeFile(place, 'same.txt', 'same')
  for (const [row, value] of Object.entries({ told: 'nine turns', kept: 'same', gone: 'a row' }))
    writeRow(place, row, value)
  const rows = base64Of({ told: 'four turns', made: 'a new row', kept: 'same', gone: null })
  const files = {
    'session.json': 'four messages',
    'tasks/list.json': name === 'rejected' ? 'REJECT' : 'one task',
    'new/deep/made.json': 'was there once',
    'gone.json': null,
    'same.txt': 'same'
  }
  writeCheckpoint(place, 'cp', name === 'rows' ? {} : files, { rows })
  const restore = await engine.makePlan(restoreOf(testSession, 'cp'))
  if (name === 'restore' || name === 'rejected' || name === 'rows') return restore
  const restored = await engine.apply(restore.planId, restore.digest, {}, quietly)
  const undo = await engine.makeUndoPlan(restored.operationId)
  if (name === 'undo') return undo
  const undone = await engine.apply(undo.planId, undo.digest, {}, quietly)
  return engine.makeUndoPlan(undone.operationId)
}

/**
 * What must hold once a recovery was left in peace: the agent's folder is the old or the new one, byte for byte and with no
 * name of ours in it; the operations say which; and a further recovery finds nothing to do.
 *
 * @returns which of the two it is, or a sentence about what is wrong.
 */
export async function judge(scenario: Scenario): Promise<'old' | 'new' | { wrong: string }> {
  const engine = engineAt(scenario.place)
  await engine.recover()
  const now = JSON.stringify(pictureOfAgent(scenario.place))
  const is = now === JSON.stringify(scenario.old) ? 'old' : now === JSON.stringify(scenario.new) ? 'new' : null
  if (is === null) return { wrong: `neither old nor new: ${now}` }
  const operations = await engine.operations()
  const added = operations.length - scenario.operations
  const state = added === 0 ? 'none' : operations[0]?.state
  const said = is === 'new' && scenario.name !== 'rejected' ? ['done'] : ['none', 'rolled-back']
  if (!said.includes(state ?? '')) return { wrong: `${is}, but the operation says ${state}` }
  if ((await engine.recover()).length > 0) return { wrong: 'a second recovery found something to do' }
  const incoming = join(scenario.place.own, 'vault', 'incoming')
  if (existsSync(incoming) && readdirSync(incoming).length > 0) {
    return { wrong: 'a file that gave way was left behind' }
  }
  const vault = join(scenario.place.own, 'vault')
  const unfinished = (existsSync(vault) ? Object.keys(pictureOf(vault)) : []).filter((path) => path.endsWith('.tmp'))
  if (unfinished.length > 0) return { wrong: `the vault holds ${unfinished.join(', ')}` }
  return JSON.stringify(pictureOfAgent(scenario.place)) === now ? is : { wrong: 'a second recovery changed something' }
}

/** After a crash that was only played, the process lives on: makes the lease say that its holder does not. */
export function declareDead(place: TestHome): void {
  const folder = join(place.own, 'lease')
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
    const state = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    const holder = { ...state.holder, id: 'dead', started: 'never', pid: 4_194_303 + 7 }
    writeFileSync(join(folder, name), JSON.stringify({ ...state, holder }))
  }
}
