import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '@playwright/test'
import { CommandHome, fixturePath } from './support/command'
import type { ListAnswer, ShowAnswer } from './support/shapes'

interface PlanAnswer {
  readonly planId: string
  readonly digest: string
  readonly steps: readonly { action: string; what: string; because: string }[]
  readonly conflicts: readonly { id: string; default: string; options: readonly { value: string }[] }[]
  readonly cannot: readonly { what: string; because: string }[]
  readonly notes: readonly string[]
}
interface ApplyAnswer {
  readonly operationId: string
  readonly verified: boolean
}

const failed = '01a227dd-ce8e-75f3-b00c-fcc4c80c8f2c'
const parent = '01a227dc-1948-77e3-bb4e-a12ee0fbf44f'

/** Rows of the store, without those that only say how SQLite keeps them. */
function rows(home: CommandHome): unknown {
  const database = new DatabaseSync(join(home.home, '.tact', 'sessions', 'v2.sqlite3'))
  try {
    const all = (sql: string) => database.prepare(sql).all()
    return [
      all('SELECT * FROM sessions ORDER BY session_id'),
      all('SELECT * FROM events ORDER BY event_id'),
      all('SELECT * FROM resume_states ORDER BY session_id')
    ]
  } finally {
    database.close()
  }
}

const apply = (home: CommandHome, { planId, digest }: PlanAnswer) =>
  home.json<ApplyAnswer>(['apply', planId, '--digest', digest])

const prompts = async (home: CommandHome, id: string) =>
  (await home.json<ShowAnswer>(['show', `tact:${id}`])).entries
    .filter(({ kind }) => kind === 'user')
    .map(({ text }) => text)

test.describe('sessions of tact are changed through the command, each step a process of its own', () => {
  let home: CommandHome
  test.beforeEach(() => {
    home = new CommandHome('tact')
  })
  test.afterEach(() => home.dispose())

  test('tact-16 a turn that failed is cut off, and the undo brings every row back', async () => {
    const before = rows(home)
    const all = await prompts(home, failed)
    const plan = await home.json<PlanAnswer>(['plan', `tact:${failed}`, 'resume-state'])
    expect(plan.steps).toMatchObject([{ action: 'replace', what: 'rows' }])
    expect(rows(home)).toEqual(before)
    const { operationId, verified } = await apply(home, plan)
    expect(verified).toBe(true)
    expect(await prompts(home, failed)).toEqual(all.slice(0, 1))
    await home.json(['undo', operationId])
    expect(rows(home)).toEqual(before)
    expect(readdirSync(join(home.home, '.tact', 'sessions'))).toEqual(['v2.sqlite3'])
  })

  test('tact-37 a kept session comes back after a cut, a deletion and the loss of the whole store', async () => {
    const shown = await home.json<ShowAnswer>(['show', `tact:${failed}`])
    const { checkpoint } = await home.json<{ checkpoint: { id: string } }>([
      'capture',
      `tact:${failed}`,
      '--label',
      'here'
    ])
    await apply(home, await home.json<PlanAnswer>(['delete', `tact:${failed}`]))
    const gone = await home.json<ListAnswer>(['list'])
    expect(gone.sessions.filter(({ id, state }) => id === failed && state === 'ok')).toEqual([])
    rmSync(join(home.home, '.tact'), { recursive: true })
    const plan = await home.json<PlanAnswer>(['plan', `tact:${failed}`, checkpoint.id])
    expect(plan.notes.join(' ')).toContain('made anew')
    await apply(home, plan)
    expect((await home.json<ShowAnswer>(['show', `tact:${failed}`])).entries).toEqual(shown.entries)
    expect(statSync(join(home.home, '.tact', 'sessions', 'v2.sqlite3')).mode & 0o777).toBe(0o600)
  })

  test('tact-9 a fork is listed, shown and resumable at once', async () => {
    const plan = await home.json<PlanAnswer>(['fork', `tact:${parent}`])
    await apply(home, plan)
    const { sessions } = await home.json<ListAnswer>(['list', '--resumable'])
    const fork = sessions.find(({ id }) => plan.notes.join(' ').includes(id))
    expect(fork?.resumable).toBe(true)
    expect(await prompts(home, fork?.id ?? '')).toEqual(await prompts(home, parent))
  })

  test('tact-38 a parent is not deleted, nor cut, below its forks unless the person says so', async () => {
    const before = rows(home)
    const plan = await home.json<PlanAnswer>(['delete', `tact:${parent}`])
    expect(plan.conflicts).toMatchObject([{ id: 'children', default: 'keep' }])
    const refused = await home.run(['apply', plan.planId, '--digest', plan.digest, '--json'])
    expect(refused.code).toBe(3)
    const { entries } = await home.json<ShowAnswer>(['show', `tact:${parent}`])
    const first = entries.find(({ kind }) => kind === 'user')
    const cut = await home.json<PlanAnswer>(['plan', `tact:${parent}`, '--to-entry', first?.id ?? ''])
    expect(cut.conflicts.map(({ id }) => id)).toEqual(['view-only', 'children'])
    expect(cut.cannot[0]?.because).toContain('View only')
    expect(rows(home)).toEqual(before)
  })

  test('tact-27 a store that another program keeps locked is waited for, then left as it is', async () => {
    test.setTimeout(60_000)
    const plan = await home.json<PlanAnswer>(['delete', `tact:${failed}`])
    const path = join(home.home, '.tact', 'sessions', 'v2.sqlite3')
    const other = new DatabaseSync(path)
    other.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE')
    try {
      const busy = await home.run(['apply', plan.planId, '--digest', plan.digest, '--json'])
      expect(busy.code).not.toBe(0)
      expect(busy.out).toContain('locked')
    } finally {
      other.exec('ROLLBACK')
      other.close()
    }
    expect((await home.json<ShowAnswer>(['show', `tact:${failed}`])).entries.length).toBeGreaterThan(3)
  })
})

interface Outcome {
  readonly folder: string
  readonly operation: string
  readonly tact: string
  readonly id?: string
  readonly result: 'ok' | 'error'
}

test.describe('what tact refuses to open, Reprise changes nothing in', () => {
  const outcomes = JSON.parse(readFileSync(fixturePath('outcomes-tact.json'), 'utf8')) as Outcome[]
  for (const folder of ['tact-newer', 'tact-older']) {
    test(`tact-1 ${folder}`, async () => {
      const home = new CommandHome(folder)
      expect(
        outcomes
          .filter((row) => row.folder === folder)
          .every((row) => row.operation === 'new' || row.result === 'error')
      ).toBe(true)
      const path = join(home.home, '.tact', 'sessions', 'v2.sqlite3')
      const before = readFileSync(path)
      for (const command of ['delete', 'fork', 'capture']) {
        const ended = await home.run([command, `tact:${failed}`, '--json'])
        expect(ended.code).not.toBe(0)
      }
      expect(readFileSync(path).equals(before)).toBe(true)
      expect(readdirSync(join(path, '..'))).toEqual(['v2.sqlite3'])
      home.dispose()
    })
  }
})
