import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome } from './support/command'
import { fileStates } from './support/file-state'
import type { CheckpointsAnswer, ListAnswer, ShowAnswer } from './support/shapes'

interface PlanAnswer {
  readonly planId: string
  readonly digest: string
  readonly steps: readonly { action: string; what: string; path: string }[]
  readonly conflicts: readonly { id: string; what: string; default: string }[]
  readonly notes: readonly string[]
}
interface ApplyAnswer {
  readonly operationId: string
  readonly verified: boolean
  readonly state: string
}

const barometer = 'a3s:barometer-7f3a1c'
const key = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'

test.describe('changes of a3s through the command', () => {
  let home: CommandHome

  test.beforeEach(() => {
    home = new CommandHome('a3s')
    // What was just written counts as in use; these were left alone for long.
    for (const path of Object.keys(fileStates(home.home))) utimesSync(home.home + path, 1_750_000_000, 1_750_000_000)
  })
  test.afterEach(() => home.dispose())

  const store = (name: string) => join(home.home, name === 'weather' ? 'weather/.a3s/tui/sessions' : `stores/${name}`)
  const at = (name: string) => ['--root', `a3s=${store(name)}`]
  const idsIn = async (name: string) =>
    (await home.json<ListAnswer>(['list', ...at(name)])).sessions.map((session) => session.id)
  const apply = (plan: PlanAnswer, name: string, ...more: string[]) =>
    home.json<ApplyAnswer>(['apply', plan.planId, '--digest', plan.digest, ...more, ...at(name)])

  test('a3s-28 forks a session, lists the fork, and takes it back', async () => {
    const plan = await home.json<PlanAnswer>(['fork', barometer, '--workspace', 'elsewhere', ...at('weather')])
    expect(plan.steps.map(({ action, what }) => [action, what])).toEqual([['create', 'session']])
    const before = await idsIn('weather')
    const done = await home.run(['apply', plan.planId, '--digest', plan.digest, ...at('weather')])
    expect(done.code).toBe(0)
    const name = /The new session: (\S+)/.exec(done.out)?.[1] ?? ''
    const operationId = /reprise undo (\S+)/.exec(done.out)?.[1] ?? ''
    const [added] = (await idsIn('weather')).filter((id) => !before.includes(id))
    const fork = await home.json<ShowAnswer>(['show', name, ...at('weather')])
    expect(name).toContain(`a3s:${added}@`)
    const source = await home.json<ShowAnswer>(['show', barometer, ...at('weather')])
    expect(fork.entries.map(({ text }) => text)).toEqual(source.entries.map(({ text }) => text))
    expect((await home.json<ApplyAnswer>(['undo', operationId, ...at('weather')])).verified).toBe(true)
    expect(await idsIn('weather')).toEqual(before)
  })

  test('ends a conversation after an entry, and says why another entry cannot be the last', async () => {
    const { entries } = await home.json<ShowAnswer>(['show', barometer, ...at('weather')])
    const prompts = entries.filter(({ kind }) => kind === 'user')
    const entry = prompts[1]?.id ?? ''
    const plan = await home.json<PlanAnswer>(['plan', barometer, '--to-entry', entry, ...at('weather')])
    const applied = await apply(plan, 'weather')
    const after = await home.json<ShowAnswer>(['show', barometer, ...at('weather')])
    expect(after.entries.filter(({ kind }) => kind === 'user')).toHaveLength(2)
    await home.json(['undo', applied.operationId, ...at('weather')])
    expect((await home.json<ShowAnswer>(['show', barometer, ...at('weather')])).entries).toHaveLength(entries.length)
    const thinking = entries.find(({ kind }) => kind === 'thinking')?.id ?? ''
    const refused = await home.run(['plan', barometer, '--to-entry', thinking, ...at('weather')])
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('thinking')])
  })

  test('a3s-14 migrates and deletes a session of the older layout, and brings it back', async () => {
    const session = 'a3s:legacy-notes'
    const shown = await home.json<ShowAnswer>(['show', session, ...at('legacy')])
    await apply(await home.json<PlanAnswer>(['migrate', session, ...at('legacy')]), 'legacy')
    expect((await home.json<ShowAnswer>(['show', session, ...at('legacy')])).entries).toEqual(shown.entries)
    const plan = await home.json<PlanAnswer>(['delete', session, ...at('legacy')])
    // Migrated a moment ago, it counts as in use.
    expect(plan.conflicts.map(({ id }) => id)).toEqual(['running'])
    const deleted = await apply(plan, 'legacy', '--choice', 'running=replace')
    // A loop checkpoint of it is left, as with a3s itself: so it is listed as gone.
    const { sessions } = await home.json<ListAnswer>(['list', ...at('legacy')])
    expect(sessions.find(({ id }) => id === 'legacy-notes')?.state).toBe('gone')
    await home.json(['undo', deleted.operationId, ...at('legacy')])
    expect((await home.json<ShowAnswer>(['show', session, ...at('legacy')])).entries).toEqual(shown.entries)
  })

  test('a3s-57 names the holder of the lease, and writes only after the person took it over', async () => {
    const [id] = await idsIn('lease')
    const plan = await home.json<PlanAnswer>(['fork', `a3s:${id}`, ...at('lease')])
    expect(plan.conflicts).toMatchObject([{ id: 'lease', default: 'keep' }])
    expect(plan.conflicts[0]?.what).toContain('desk-17:4821')
    const before = fileStates(store('lease'))
    const kept = await home.run(['apply', plan.planId, '--digest', plan.digest, ...at('lease')])
    expect(kept.code).not.toBe(0)
    expect(fileStates(store('lease'))).toEqual(before)
    expect((await apply(plan, 'lease', '--choice', 'lease=take-over')).verified).toBe(true)
    const lease = JSON.parse(readFileSync(join(store('lease'), 'v1/writer_lease.json'), 'utf8'))
    expect([lease.epoch, lease.holderId]).toEqual([2, expect.stringMatching(/^reprise-/)])
  })

  test('a3s-42 puts a sealed session back as ciphertext, and not without its key', async () => {
    const keyFile = join(home.folder, 'key')
    writeFileSync(keyFile, key, { mode: 0o600 })
    const options = [...at('sealed'), '--key-file', `a3s=${keyFile}`]
    const path = join(store('sealed'), 'v1/sessions/id_c2VhbGVkLW9uZQ.json')
    const sealed = readFileSync(path)
    await home.json(['capture', 'a3s:sealed-one', ...options])
    const { checkpoints } = await home.json<CheckpointsAnswer>(['checkpoints', 'a3s:sealed-one', ...options])
    const kept = checkpoints.find((point) => point.id.startsWith('kept-'))?.id ?? ''
    rmSync(path)
    const without = await home.run(['plan', 'a3s:sealed-one', kept, ...at('sealed')])
    expect(without.code).not.toBe(0)
    const plan = await home.json<PlanAnswer>(['plan', 'a3s:sealed-one', kept, ...options])
    const ended = await home.json<ApplyAnswer>(['apply', plan.planId, '--digest', plan.digest, ...options])
    expect(ended.verified).toBe(true)
    expect(readFileSync(path).equals(sealed)).toBe(true)
  })

  test('a3s-47 refuses what a3s refuses, with exit code 3 and nothing changed', async () => {
    const refusals: readonly [string, string[]][] = [
      ['weather', ['fork', 'a3s:goal-v2']],
      ['weather', ['plan', barometer, 'run-migration-1']],
      ['weather', ['migrate', barometer]],
      ['invariants', ['fork', 'a3s:inv-run-owner']],
      ['wal-torn', ['fork', `a3s:${(await idsIn('wal-torn'))[0]}`]],
      ['wal-conflict', ['fork', `a3s:${(await idsIn('wal-conflict'))[0]}`]]
    ]
    for (const [name, args] of refusals) {
      const before = fileStates(store(name))
      const ended = await home.run([...args, ...at(name)])
      expect([args.join(' '), ended.code], ended.err).toEqual([args.join(' '), 3])
      expect(fileStates(store(name))).toEqual(before)
    }
  })
})
