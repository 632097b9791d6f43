import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { diskGateway } from '../../../restore/gateway'
import { isNative } from '../../../restore/plan-draft'
import { told } from '../../../restore/testing/changing-home'
import { readingFor } from '../../conformance/browse'
import { adapter } from '../adapter'
import { askDatabase, changeDatabase, dumpOf, without } from '../testing/dump'
import { removeHomes, sampleHome, sourceIn } from '../testing/samples'

afterAll(removeHomes)

const turns = 'ses_dd8bb9167ffe1JgehSW6pzAr9b'

/** A home of somebody else, with a repository that opencode knows there. */
function otherHome() {
  const home = sampleHome()
  const workspace = join(home, 'elsewhere')
  mkdirSync(join(workspace, 'below'), { recursive: true })
  execFileSync('git', ['init', '-q', workspace])
  changeDatabase(home, `DELETE FROM session WHERE id = '${turns}'; DELETE FROM message WHERE session_id = '${turns}'`)
  changeDatabase(home, `DELETE FROM part WHERE session_id = '${turns}'`)
  changeDatabase(
    home,
    'INSERT INTO project (id, worktree, time_created, time_updated, sandboxes) VALUES (?, ?, 1, 1, ?)',
    'other',
    workspace,
    '[]'
  )
  return { home, workspace }
}

describe('a session of opencode from elsewhere', () => {
  it('becomes a new session with the same entries in a folder that opencode knows here', async () => {
    const from = await sourceIn(sampleHome())
    const { home, workspace } = otherHome()
    const source = await sourceIn(home)
    const before = dumpOf(home)
    const folder = join(workspace, 'below')
    const change = { kind: 'import', sessionId: turns, from, key: null, workspace: folder } as const
    const plan = await adapter.write?.plan(source, change, readingFor())
    const [step] = plan?.steps ?? []
    if (step === undefined || !isNative(step)) throw new Error('it is a step of rows')
    const access = { ...readingFor(), source, gateway: diskGateway }
    await adapter.write?.native?.exchange(step.target, null, step.content, access)
    const id = plan?.created ?? ''
    expect(without(dumpOf(home), id)).toEqual(before)
    expect(askDatabase(home, 'SELECT title, directory, project_id, path FROM session WHERE id = ?', id)).toEqual([
      { title: 'Add a Celsius helper', directory: folder, project_id: 'other', path: 'below' }
    ])
    const entries = await Promise.all(
      [await adapter.open(from, turns, readingFor()), await adapter.open(source, id, readingFor())].map((session) =>
        session.page({ from: 'start', direction: 'forward', limit: 500 })
      )
    )
    expect(entries[1]?.entries.map(told)).toEqual(entries[0]?.entries.map(told))
    expect(await adapter.write?.verify(source, turns, [step.path], readingFor())).toEqual([])
  })

  it('F5 names where each reply worked as it is here, and has an id of its own beside another one of the same plan', async () => {
    const from = await sourceIn(sampleHome())
    const { home, workspace } = otherHome()
    const source = await sourceIn(home)
    const change = { kind: 'import', sessionId: turns, from, key: null, workspace, moves: [] } as const
    const plan = await adapter.write?.plan(source, change, readingFor())
    const text = Buffer.from(plan?.steps[0]?.content ?? []).toString('utf8')
    expect(text).toContain(`"path":{"cwd":"${workspace}","root":"${workspace}"}`)
    expect(text).not.toContain('"path":{"cwd":"/home/dev/weather"')
    const again = { ...change, before: [plan?.created ?? ''] }
    expect((await adapter.write?.plan(source, again, readingFor()))?.created).not.toBe(plan?.created)
  })

  it('says that nothing can be put where opencode has made no database yet', async () => {
    const source = await sourceIn(join(sampleHome(), 'nobody'))
    expect(adapter.write?.whyNoneNew?.(source)).toContain('Start opencode once')
  })

  it('is refused for a folder that opencode does not know', async () => {
    const from = await sourceIn(sampleHome())
    const { home } = otherHome()
    const source = await sourceIn(home)
    const folder = join(home, 'unknown')
    mkdirSync(folder)
    execFileSync('git', ['init', '-q', folder])
    const change = { kind: 'import', sessionId: turns, from, key: null, workspace: folder } as const
    await expect(adapter.write?.plan(source, change, readingFor())).rejects.toMatchObject({
      failure: { code: 'refused', advice: expect.stringContaining('Start it there once') }
    })
  })

  it('leaves with its texts changed and its ids and folders as they are', async () => {
    const source = await sourceIn(sampleHome())
    const [step] = (await adapter.write?.capture(source, turns, readingFor())) ?? []
    const content = step?.content ?? new Uint8Array()
    const changed = await adapter.write?.changeTexts?.(content, (text) => text.replaceAll('celsius', 'secret'))
    const text = Buffer.from(changed ?? []).toString('latin1')
    expect([text.includes('celsius'), text.includes('secret')]).toEqual([false, true])
    expect(text).toContain(turns)
    const same = await adapter.write?.changeTexts?.(content, (each) => each)
    expect(Buffer.from(same ?? []).equals(content)).toBe(true)
  })
})

describe('verify', () => {
  it('names a new session that opencode could not load as one conversation', async () => {
    const home = sampleHome()
    const source = await sourceIn(home)
    const path = join(source.root, 'opencode.db')
    const copy = (id: string) =>
      `CREATE TEMP TABLE made AS SELECT * FROM session WHERE id = '${turns}';
       UPDATE made SET id = '${id}', time_created = 9999999999999; INSERT INTO session SELECT * FROM made`
    changeDatabase(home, copy('ses_new'))
    const judge = () => adapter.write?.verify(source, turns, [path], readingFor())
    expect(await judge()).toEqual([])
    const add = (id: string, data: string) =>
      changeDatabase(home, 'INSERT INTO message VALUES (?, ?, 1, 1, ?)', id, 'ses_new', data)
    add('msg_2', JSON.stringify({ role: 'assistant', parentID: 'msg_1' }))
    expect(await judge()).toMatchObject([{ severity: 'problem', code: 'opencode.restore.session' }])
    changeDatabase(home, "DELETE FROM message WHERE id = 'msg_2'")
    add('msg_1', JSON.stringify({ role: 'user' }))
    expect(await judge()).toEqual([])
    changeDatabase(home, "PRAGMA foreign_keys = OFF; UPDATE session SET project_id = 'none' WHERE id = 'ses_new'")
    expect((await judge())?.map(({ what }) => what)).toEqual(['The project of the new session is not in the database.'])
  })
})
