import type { SessionSummary } from '@shared/domain/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HomeService } from '../../testing/home-service'
import { changeDatabase } from '../opencode/testing/json-store'
import { addEverySample, sampleRows } from './every-sample'

const home = new HomeService()
beforeAll(async () => {
  addEverySample(home.home)
  await home.open()
  await home.scan()
}, 120_000)
afterAll(() => home.close())

/** What each place of the app says of a session. */
async function everywhere({ source, id }: SessionSummary) {
  const session = { source, id }
  const { entries } = await home.call('transcript.page', { session, from: 'start', direction: 'forward', limit: 500 })
  const { items } = await home.call('transcript.outline', { session })
  const { nodes } = await home.call('lineage.show', { session })
  const { prompts } = await home.call('prompts.recent', { limit: 500 })
  return {
    entries,
    items,
    nodes,
    counts: await home.call('transcript.account', { session }),
    prompts: prompts.filter((each) => each.session.id === id)
  }
}

const ofOpencode = async () => (await home.list()).filter(({ agent }) => agent === 'opencode')

describe('a session that its agent has put away', () => {
  it('C16 of opencode stays where it was in the list, and everything shows the same of it', async () => {
    const before = await ofOpencode()
    expect(before.length).toBeGreaterThan(5)
    const shown = await Promise.all(before.map(everywhere))
    changeDatabase(home.home, (database) => {
      database.prepare('update session set time_archived = time_updated').run()
      // What the agent no longer sends to the model: results that it has put away one by one.
      database
        .prepare(`update part set data = json_set(data, '$.state.time.compacted', 1795956000000)
        where json_extract(data, '$.type') = 'tool' and json_extract(data, '$.state.status') = 'completed'`)
        .run()
    })
    await home.scan()
    const after = await ofOpencode()
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after.every(({ layout }) => layout === 'database, archived')).toBe(true)
    expect(await Promise.all(after.map(everywhere))).toEqual(shown)
  })

  it('C16 of Codex is in the list, and the list, the transcript and its outline count the same', async () => {
    const [row] = sampleRows.filter(({ archived }) => archived)
    const listed = (await home.list()).find(({ id }) => id === row?.id)
    expect(listed?.layout).toMatch(/archived$/)
    if (listed === undefined) return
    const { entries, items, counts, prompts } = await everywhere(listed)
    const [read] = (await home.list()).filter(({ id }) => id === row?.id)
    expect(read?.entries).toBe(counts.entries)
    expect(entries.filter(({ kind }) => kind === 'user')).toHaveLength(row?.userTurns ?? 0)
    expect(entries.filter(({ kind }) => kind !== 'unrecognised')).toHaveLength(counts.entries)
    expect(items.filter(({ kind }) => kind === 'prompt').map(({ text }) => text)).toEqual(row?.prompts)
    expect(prompts.map(({ text }) => text)).toEqual(row?.prompts)
  })
})
