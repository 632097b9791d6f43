import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { HomeService } from '../testing/home-service'
import { emptyHome, entriesOf, homeWith, inspect } from './testing/two-homes'

const open: HomeService[] = []
afterEach(async () => {
  for (const place of open.splice(0)) await place.close()
})

const cases = [
  { agent: 'gestura', fixture: 'core/gestura', folder: '.gestura/agent_sessions' },
  { agent: 'claude-code', fixture: 'agents/claude-code', folder: '.claude/projects' }
] as const

describe('F5 export on one home, import on another with other paths', () => {
  for (const { agent, fixture, folder } of cases) {
    it(`F5 ${agent}: every session has the same entries there, in a new session, and an undo takes it away`, async () => {
      const there = await homeWith(fixture)
      const { place: here, workspace } = await emptyHome(folder)
      open.push(there, here)
      const sessions = (await there.list()).filter((session) => session.agent === agent && session.state === 'ok')
      expect(sessions.length).toBeGreaterThan(3)
      for (const session of sessions) {
        const path = join(there.home, `${session.id}.reprise`)
        await there.call('bundle.make', { session, path, exact: true, children: true, files: true })
        const found = await inspect(here, path)
        expect(found.form).toBe('bundle')
        const [one] = found.sessions
        expect([one?.id, one?.notKept]).toEqual([session.id, null])
        if (one === undefined || one.notPut !== null) continue
        const plan = await here.call('import.plan', { importId: found.importId, session: one.key, workspace })
        const { created, state, operationId } = await here.call('plan.apply', {
          planId: plan.planId,
          digest: plan.digest
        })
        expect([state, created?.id === session.id]).toEqual(['done', false])
        if (created === undefined) throw new Error('nothing was made')
        expect(await entriesOf(here, created)).toEqual(await entriesOf(there, session))
        expect((await here.list()).find(({ id }) => id === created.id)?.workspace).toBe(workspace)
        const undo = await here.call('plan.undo', { operation: operationId })
        await here.call('plan.apply', { planId: undo.planId, digest: undo.digest })
        for (const step of plan.steps) expect(existsSync(step.path)).toBe(false)
        await here.call('import.close', { importId: found.importId })
      }
    })
  }
})
