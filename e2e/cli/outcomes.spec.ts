import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome, fixtureFolders, fixturePath, inParallel } from './support/command'
import type { CheckpointsAnswer, ListAnswer } from './support/shapes'

/** What the agents themselves say of damaged and odd stores, against what the command says of them. */
function outcomes<Row>(agent: string): readonly Row[] {
  return JSON.parse(readFileSync(fixturePath(`outcomes-${agent}.json`), 'utf8')) as Row[]
}

interface GesturaRow {
  readonly case: string
  readonly operation: string
  readonly target: string
  readonly outcome: 'accepted' | 'error' | 'ignored'
  readonly result?: readonly string[]
}

test.describe('gestura: homes with one thing wrong', () => {
  const rows = outcomes<GesturaRow>('gestura')
  const cases = fixtureFolders('gestura-bad')
  let home: CommandHome
  let list: ListAnswer
  const rootOf = (name: string) => join(realpathSync(home.home), name)
  const options = () => cases.flatMap((name) => ['--root', `gestura=${rootOf(name)}`])
  const listed = (name: string) => {
    const source = list.sources.find(({ root }) => root === rootOf(name))
    return list.sessions.filter((session) => session.source === source?.id)
  }

  test.beforeAll(async () => {
    test.setTimeout(240_000)
    home = new CommandHome('gestura-bad')
    list = await home.json<ListAnswer>(['list', '--children', ...options()])
  })
  test.afterAll(() => home.dispose())

  test('lists as readable what gestura lists', () => {
    const lists = rows.filter(
      (row) => row.operation === 'session.list' && row.target === 'All' && cases.includes(row.case)
    )
    expect(lists.length).toBeGreaterThan(30)
    for (const row of lists) {
      const readable = listed(row.case).filter(({ state, layout }) => state === 'ok' && layout === 'agent_sessions')
      expect(readable.map(({ id }) => id).sort(), row.case).toEqual([...(row.result ?? [])].sort())
    }
  })

  test('calls a checkpoint valid when gestura restores it', async () => {
    test.setTimeout(240_000)
    const restores = rows.filter((row) => row.operation === 'checkpoint.restore' && cases.includes(row.case))
    const names = [...new Set(restores.map((row) => row.case))]
    const valid = new Map<string, boolean>()
    const sessions = names.flatMap((name) =>
      listed(name)
        .filter(({ checkpoints }) => checkpoints > 0)
        .map((session) => ({ name, session }))
    )
    await inParallel(sessions, async ({ name, session }) => {
      const asked = `gestura:${session.id}@${session.source}`
      const answer = await home.json<CheckpointsAnswer>(['checkpoints', asked, '--root', `gestura=${rootOf(name)}`])
      for (const point of answer.checkpoints) valid.set(`${name} ${point.id}`, point.valid)
    })
    const compared = restores.filter((row) => valid.has(`${row.case} ${row.target}`))
    expect(compared.length).toBeGreaterThan(40)
    for (const row of compared) {
      expect(valid.get(`${row.case} ${row.target}`), `${row.case} ${row.target}`).toBe(row.outcome === 'accepted')
    }
  })
})

interface TactRow {
  readonly folder: string
  readonly operation: string
  readonly tact: string
  readonly id?: string
  readonly result: 'ok' | 'error'
  readonly listed?: readonly string[]
}

test.describe('tact: stores as tact itself saw them', () => {
  const rows = outcomes<TactRow>('tact').filter((row) => row.tact === '0.8.3')
  const folders = [...new Set(rows.filter((row) => row.operation === 'list').map((row) => row.folder))]

  for (const folder of folders) {
    test(`${folder}: the same sessions, and those that it resumes`, async () => {
      const home = new CommandHome(folder)
      const { sessions, sources } = await home.json<ListAnswer>(['list', '--children'])
      const of = (operation: string) => rows.filter((row) => row.folder === folder && row.operation === operation)
      for (const row of of('list')) {
        if (row.result === 'ok')
          expect(sessions.map(({ id }) => id)).toEqual(expect.arrayContaining([...(row.listed ?? [])]))
        else
          expect(
            sources.flatMap(({ findings }) => findings).length + sessions.filter(({ state }) => state !== 'ok').length
          ).toBeGreaterThan(0)
      }
      for (const row of of('resume')) {
        const asked = of('resume').filter(({ id }) => id === row.id)
        const session = sessions.find(({ id }) => id === row.id)
        // Rows that ask the same with other settings, and sessions of which only a state is there, say nothing about the list.
        if (!session || new Set(asked.map(({ result }) => result)).size > 1) continue
        expect(session.resumable, `${row.id} ${row.result}`).toBe(row.result === 'ok')
      }
      home.dispose()
    })
  }
})

interface A3sRow {
  readonly case: string
  readonly store: string
  readonly load?: { readonly ok: boolean }
  readonly load_snapshot?: { readonly ok: boolean } | 'ok'
}

test('a3s: every damaged or border-line session is what the crate says of it', async () => {
  const home = new CommandHome('a3s')
  const stores = ['corrupt', 'invariants']
  const options = stores.flatMap((store) => ['--root', `a3s=${join(home.home, 'stores', store)}`])
  const { sessions } = await home.json<ListAnswer>(['list', '--children', ...options])
  const rows = outcomes<A3sRow>('a3s').filter((row) => stores.includes(row.store) && row.load_snapshot !== undefined)
  expect(rows.length).toBeGreaterThan(70)
  for (const row of rows) {
    const id = row.case.slice(row.case.indexOf(': ') + 2)
    const loads = row.load_snapshot === 'ok' || (row.load_snapshot as { ok: boolean }).ok
    const session = sessions.find((one) => one.id === id)
    expect(session, row.case).toBeDefined()
    if (loads) expect(session?.state, row.case).toBe('ok')
    else expect(session?.state, row.case).not.toBe('ok')
  }
  home.dispose()
})
