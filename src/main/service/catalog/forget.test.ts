import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plan } from '@shared/domain/plan'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HomeService } from '../testing/home-service'
import { settleSession } from './settle-session'

const fixtures = fileURLToPath(new URL('../../../../e2e/fixtures/core/gestura', import.meta.url))
let home: HomeService

beforeEach(async () => {
  home = new HomeService()
  cpSync(fixtures, home.home, { recursive: true })
  // One that nothing but its file is known of.
  const text = readFileSync(join(home.home, '.gestura/agent_sessions', `${plain}.json`), 'utf8')
  home.put(`.gestura/agent_sessions/${copy}.json`, text.replaceAll(plain, copy))
  await home.open()
  await home.scan()
})
afterEach(() => home.close())

const plain = 'acf19325-7ff2-40f9-a71b-8a29a94f6b29'
const copy = '00000000-7ff2-40f9-a71b-8a29a94f6b29'
const ids = async (query = {}) => (await home.list(query)).map(({ id }) => id)

/** Whatever there is to ask, for example because the session was written a moment ago, it goes on. */
async function carryOut({ planId, digest, conflicts }: Plan) {
  const choices = conflicts.map(({ id, options }) => [id, options.find(({ value }) => value !== 'keep')?.value ?? ''])
  return home.call('plan.apply', { planId, digest, choices: Object.fromEntries(choices) })
}

describe('noteOwnChange', () => {
  it('F4 a fork that is taken back leaves no trace among the sessions that are gone', async () => {
    const before = await ids({ gone: true })
    const made = await carryOut(await home.call('plan.make', { kind: 'fork', session: await home.ref(copy) }))
    expect(await ids()).toContain(made.created?.id)
    await carryOut(await home.call('plan.undo', { operation: made.operationId }))
    await home.scan()
    expect(await ids()).not.toContain(made.created?.id)
    expect(await ids({ gone: true })).toEqual(before)
  })

  it('a change that was made is told as made, also where the list cannot be told of it', async () => {
    home.service.parts.library.writer.run('drop table made')
    const made = await carryOut(await home.call('plan.make', { kind: 'fork', session: await home.ref(copy) }))
    expect(made.state).toBe('done')
    expect(await ids()).toContain(made.created?.id)
  })

  it('F4 a session that was deleted here is listed by its safety copy, and not for ever', async () => {
    const session = await home.ref(copy)
    await carryOut(await home.call('plan.make', { kind: 'delete', session }))
    expect(await ids({ gone: true })).toContain(copy)
    const { writer } = home.service.parts.library
    // As when the vault's limits let go of the copy.
    writer.run('delete from checkpoint where session = ?', copy)
    settleSession(writer, session.source, 'gestura', copy)
    expect(await ids()).not.toContain(copy)
  })

  it('F4 a session whose deletion was undone is remembered when its agent removes it later', async () => {
    const session = await home.ref(copy)
    const { operationId } = await carryOut(await home.call('plan.make', { kind: 'delete', session }))
    await carryOut(await home.call('plan.undo', { operation: operationId }))
    expect(await ids({ gone: false })).toContain(copy)
    rmSync(join(home.home, '.gestura/agent_sessions', `${copy}.json`))
    await home.scan()
    const { writer } = home.service.parts.library
    // As when the vault's limits let go of the copies.
    writer.run('delete from checkpoint where session = ?', copy)
    settleSession(writer, session.source, 'gestura', copy)
    expect(await ids({ gone: true })).toContain(copy)
  })
})
