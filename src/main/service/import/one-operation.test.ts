import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Inspection } from '@shared/domain/import'
import type { SessionRef } from '@shared/domain/session'
import { describe, expect, it } from 'vitest'
import type { HomeService } from '../testing/home-service'
import { closedHomes } from './testing/closed-homes'
import { fixtureStores } from './testing/fixture-stores'
import { gesturaFiles, inspectAll } from './testing/several-files'
import { entriesOf, fixtures, homeWith } from './testing/two-homes'

const { open, elsewhere } = closedHomes()

/** Those that can become sessions of their own: some have no prompt, and a durable one of a3s may not be forked. */
async function fitting(
  place: HomeService,
  there: HomeService,
  found: Inspection,
  workspace: string
): Promise<readonly string[]> {
  const keys: string[] = []
  // One of which only a checkpoint is there has nothing to be compared with.
  const whole = new Set((await there.list()).flatMap(({ id, state }) => (state === 'gone' ? [] : [id])))
  for (const { key, id, notPut, state } of found.sessions) {
    if (notPut !== null || state !== 'ok' || !whole.has(id)) continue
    const plan = place.call('import.plan', { importId: found.importId, session: key, workspace })
    if (await plan.then(() => true).catch(() => false)) keys.push(key)
    if (keys.length === 4) break
  }
  return keys
}

/** The sessions of then, by the keys of what was taken of them. */
async function originals(there: HomeService, { sessions }: Inspection, keys: readonly string[]) {
  const ids = new Set(sessions.flatMap(({ key, id }) => (keys.includes(key) ? [id] : [])))
  return (await there.list()).filter(({ id }) => ids.has(id))
}

/** What every session shows, without the line that names a parent: a copy may have another one than its original. */
async function allEntries(place: HomeService, sessions: readonly SessionRef[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const { source, id } of sessions) {
    const shown = (await entriesOf(place, { source, id })).map((entry) => JSON.stringify(entry))
    found.push(shown.filter((text) => !text.includes('"text":"Forked from')).join('\n'))
  }
  return found.sort()
}

describe('import.plan of several sessions', () => {
  for (const { agent, fixture, folder } of fixtureStores) {
    it(`F5 ${agent}: puts all of them into the store as one operation, with the same entries, and one undo takes all away`, async () => {
      const there = await homeWith(fixture, agent)
      const { place, workspace } = await elsewhere(folder)
      open.push(there)
      const found = await inspectAll(place, [there.home])
      const keys = await fitting(place, there, found, workspace)
      expect(keys.length).toBeGreaterThan(1)
      const before = await place.list()
      const [session = '', ...others] = keys
      const more = others.map((key) => ({ session: key, workspace }))
      const plan = await place.call('import.plan', { importId: found.importId, session, workspace, more })
      expect(plan.title).toBe(`${keys.length} sessions`)
      const result = await place.call('plan.apply', { planId: plan.planId, digest: plan.digest })
      expect([result.state, result.verified]).toEqual(['done', true])
      const known = new Set(before.map(({ id }) => id))
      const made = (await place.list()).filter((each) => each.agent === agent && !known.has(each.id))
      expect(made.map((each) => each.workspace)).toEqual(keys.map(() => workspace))
      const [newest] = (await place.call('operations.list', { limit: 1 })).operations
      expect(newest?.id).toBe(result.operationId)
      expect(result.createdAll).toHaveLength(keys.length)
      expect(await allEntries(place, made)).toEqual(await allEntries(there, await originals(there, found, keys)))
      const undo = await place.call('plan.undo', { operation: result.operationId })
      const choices = Object.fromEntries(undo.conflicts.map(({ id }) => [id, 'remove']))
      await place.call('plan.apply', { planId: undo.planId, digest: undo.digest, choices })
      expect((await place.list()).map(({ id }) => id).sort()).toEqual([...known].sort())
    }, 60_000)
  }

  it('F5 a zip of a home with 20 sessions goes into the store of gestura as one operation with undo', async () => {
    const { place, workspace } = await elsewhere('.gestura/agent_sessions')
    const [path = ''] = gesturaFiles(place, 1)
    const text = readFileSync(path, 'utf8')
    const { id } = JSON.parse(text) as { id: string }
    for (let index = 0; index < 20; index += 1) {
      const own = `${id.slice(0, -2)}${String(index).padStart(2, '0')}`
      place.put(`store/.gestura/agent_sessions/${own}.json`, text.replace(id, own))
    }
    const found = await inspectAll(place, [join(place.home, 'store')])
    const [first, ...others] = found.sessions
    const more = others.map(({ key }) => ({ session: key, workspace }))
    const plan = await place.call('import.plan', {
      importId: found.importId,
      session: first?.key ?? '',
      workspace,
      more
    })
    expect(plan.steps.filter(({ action }) => action === 'create')).toHaveLength(20)
    const { operationId } = await place.call('plan.apply', { planId: plan.planId, digest: plan.digest })
    const folder = join(place.home, '.gestura', 'agent_sessions')
    expect(readdirSync(folder)).toHaveLength(20)
    const undo = await place.call('plan.undo', { operation: operationId })
    await place.call('plan.apply', { planId: undo.planId, digest: undo.digest })
    expect(readdirSync(folder)).toEqual([])
  })

  it('is refused for sessions of several agents', async () => {
    const { place, workspace } = await elsewhere('.gestura/agent_sessions', '.claude/projects')
    const found = await inspectAll(place, [...gesturaFiles(place, 1), join(fixtures, 'agents', 'claude-code')])
    const keyOf = (agent: string) => found.sessions.find((one) => one.agent === agent)?.key ?? ''
    const more = [{ session: keyOf('claude-code'), workspace }]
    await expect(
      place.call('import.plan', { importId: found.importId, session: keyOf('gestura'), workspace, more })
    ).rejects.toMatchObject({ failure: { code: 'refused', message: expect.stringContaining('one agent') } })
  })
})
