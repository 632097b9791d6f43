import { join } from 'node:path'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import { ExpectedFailure } from '@shared/ipc/errors'
import { afterEach, describe, expect, it } from 'vitest'
import type { HomeService } from '../testing/home-service'
import { fixtureStores } from './testing/fixture-stores'
import { emptyHome, entriesOf, homeWith, inspect } from './testing/two-homes'

const open: HomeService[] = []
afterEach(async () => {
  for (const place of open.splice(0)) await place.close()
})

/** A fork names a parent that did not come along; that line is left out. */
const isForkNotice = (entry: unknown) =>
  /^Forked from @@/.test(
    (entry as { kind: string; text: string }).kind === 'notice' ? (entry as { text: string }).text : ''
  )

async function shownEntries(place: HomeService, session: SessionRef): Promise<readonly unknown[]> {
  return (await entriesOf(place, session)).filter((entry) => !isForkNotice(entry))
}

/** Some sessions may not be forked by their agent's own rules: those of a3s with a durable source, those without a prompt. */
function orRefused(error: unknown): null {
  if (error instanceof ExpectedFailure && error.failure.code === 'refused') return null
  throw error
}

/** Of the sessions of an agent those that are most different: forks, those with subagents, those with most entries. All of them with ROUNDTRIP=full. */
function chosen(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
  if (process.env.ROUNDTRIP === 'full') return sessions
  const rank = ({ parent, entries, checkpoints }: SessionSummary) =>
    (parent ? 1000 : 0) + checkpoints * 10 + (entries ?? 0)
  return sessions.toSorted((a, b) => rank(b) - rank(a)).slice(0, 3)
}

/** Exports one session and puts it into the other home; null where it can only be kept. */
async function carried(there: HomeService, here: HomeService, session: SessionRef, workspace: string) {
  const path = join(there.home, `${session.id}.reprise`)
  await there.call('bundle.make', { session, path, exact: true, children: true, files: true })
  const found = await inspect(here, path)
  const [one] = found.sessions
  expect([found.form, one?.id, one?.notKept]).toEqual(['bundle', session.id, null])
  if (one === undefined || one.notPut !== null) return null
  const plan = await here
    .call('import.plan', { importId: found.importId, session: one.key, workspace })
    .catch(orRefused)
  if (plan === null) return null
  const result = await here.call('plan.apply', { planId: plan.planId, digest: plan.digest })
  expect([result.state, result.verified, result.created?.id === session.id]).toEqual(['done', true, false])
  await here.call('import.close', { importId: found.importId })
  return { plan, result }
}

describe('F5 export on one home, import on another with other paths', () => {
  for (const { agent, fixture, folder } of fixtureStores) {
    it(`F5 ${agent}: a session has the same entries there, in a new session, and an undo takes it away`, async () => {
      const there = await homeWith(fixture, agent)
      const { place: here, workspace } = await emptyHome(folder)
      open.push(there, here)
      const sessions = (await there.list()).filter((session) => session.agent === agent && session.state === 'ok')
      expect(sessions.length).toBeGreaterThan(1)
      let done = 0
      for (const session of chosen(sessions)) {
        const put = await carried(there, here, session, workspace)
        const created = put?.result.created
        if (put === null || created === undefined) continue
        done += 1
        expect(await shownEntries(here, created)).toEqual(await shownEntries(there, session))
        expect((await here.list()).find(({ id }) => id === created.id)?.workspace).toBe(workspace)
        const undo = await here.call('plan.undo', { operation: put.result.operationId })
        await here.call('plan.apply', { planId: undo.planId, digest: undo.digest })
        expect((await here.list()).find(({ id }) => id === created.id)).toBe(undefined)
      }
      expect(done).toBeGreaterThan(1)
    }, 60_000)
  }
})
