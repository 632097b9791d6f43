import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { browse, readingFor } from '../conformance/browse'
import { fileState } from '../conformance/file-state'
import { adapter } from './adapter'
import { changeDatabase, type JsonLayout, removeDatabase, writeJsonFiles } from './testing/json-store'
import { dataOf, expected, removeHomes, sampleHome, sourceIn } from './testing/samples'

afterAll(removeHomes)

const ids = expected.map(({ id }) => id)
const [first = '', second = ''] = ids
const browseHome = async (home: string) => browse(adapter, await sourceIn(home))

/** What is shown of an entry in every generation. */
const shown = (entries: readonly { kind: string; text: string }[]) => entries.map(({ kind, text }) => [kind, text])

describe('the generations of the store', () => {
  it.each<[JsonLayout]>([['current'], ['oldest'], ['oldest in project']])(
    'B16 reads JSON files (%s) as the database that was made of them',
    async (layout) => {
      const home = sampleHome()
      const sound = await browseHome(home)
      writeJsonFiles(home, ids, layout)
      removeDatabase(home)
      const before = fileState(home)
      const browsed = await browseHome(home)
      expect(fileState(home)).toEqual(before)
      expect([...browsed.sessions.keys()].sort()).toEqual([...ids].sort())
      for (const [id, { entries, listed, account, failure }] of browsed.sessions) {
        expect(failure).toBeNull()
        expect(shown(entries), id).toEqual(shown(sound.sessions.get(id)?.entries ?? []))
        expect(account?.accounting).toEqual(sound.sessions.get(id)?.account?.accounting)
        const { title, workspace, startedAt, updatedAt, preview } = sound.sessions.get(id)?.listed ?? {}
        expect(listed).toMatchObject({ title, workspace, startedAt, updatedAt, preview, resumable: true })
        expect(listed.layout).toBe(layout === 'current' ? 'JSON files' : 'oldest JSON files')
      }
    }
  )

  it('B16 lists the union of database and files once, and says which ones opencode does not see', async () => {
    const home = sampleHome()
    writeJsonFiles(home, [first, second], 'current')
    changeDatabase(home, (database) => {
      database.pragma('foreign_keys = on')
      database.prepare('delete from session where id = ?').run(second)
    })
    const browsed = await browseHome(home)
    expect([...browsed.sessions.keys()].sort()).toEqual([...ids].sort())
    expect(browsed.sessions.get(first)?.listed).toMatchObject({ layout: 'database', resumable: true })
    expect(browsed.sessions.get(second)?.listed).toMatchObject({
      layout: 'JSON files, not seen by opencode',
      resumable: false
    })
    expect(browsed.sessions.get(second)?.entries.length).toBeGreaterThan(10)
    expect(browsed.sessions.get(second)?.account?.findings.map(({ code }) => code)).toEqual([
      'opencode.generation.files'
    ])
    expect(browsed.findings).toEqual(['opencode.generation.files'])
  })

  it('B16 fills up from the files what a migration that stopped halfway has not taken over', async () => {
    const home = sampleHome()
    const sound = await browseHome(home)
    writeJsonFiles(home, [first, second], 'current')
    changeDatabase(home, (database) => {
      database.pragma('foreign_keys = on')
      database.prepare('delete from part where session_id = ?').run(first)
      database.prepare('delete from message where session_id = ?').run(second)
    })
    const browsed = await browseHome(home)
    for (const id of [first, second]) {
      expect(shown(browsed.sessions.get(id)?.entries ?? [])).toEqual(shown(sound.sessions.get(id)?.entries ?? []))
    }
  })

  it('B16 shows the database where both have a session, and says what only the files hold', async () => {
    const home = sampleHome()
    writeJsonFiles(home, [first], 'current')
    changeDatabase(home, (database) => {
      database.pragma('foreign_keys = on')
      const last = database.prepare('select max(id) from message where session_id = ?').pluck().get(first)
      database.prepare('delete from message where id = ?').run(last)
    })
    const opened = await adapter.open(await sourceIn(home), first, readingFor())
    expect(opened.findings).toMatchObject([{ code: 'opencode.generation.both', severity: 'notice' }])
    opened.close()
  })

  it('B16 lists a session in the folders of two projects once, as the one written last has it', async () => {
    const home = sampleHome()
    writeJsonFiles(home, [first], 'current', 'oldproject')
    const sessions = join(dataOf(home), 'storage', 'session')
    cpSync(join(sessions, 'oldproject'), join(sessions, 'newproject'), { recursive: true })
    writeFileSync(
      join(sessions, 'newproject', `${first}.json`),
      JSON.stringify({ id: first, directory: '/home/dev/weather', title: 'Moved', time: { created: 1, updated: 2 } })
    )
    removeDatabase(home)
    const browsed = await browseHome(home)
    expect([...browsed.sessions.keys()]).toEqual([first])
    expect(browsed.sessions.get(first)?.listed.title).toBe('Moved')
  })

  it('B16 says of sessions of a project whose id has changed that opencode does not list them', async () => {
    const home = sampleHome()
    changeDatabase(home, (database) => {
      database.exec(`insert into project (id, worktree, time_created, time_updated, sandboxes)
        values ('newer', '/home/dev/weather', 1, 9999999999999, '[]')`)
      database.prepare("update session set project_id = 'newer' where id = ?").run(first)
    })
    const browsed = await browseHome(home)
    expect(browsed.findings).toEqual(['opencode.project.changed'])
    expect(browsed.sessions.get(first)?.listed.resumable).toBe(true)
    expect(browsed.sessions.get(second)?.listed.resumable).toBeNull()
    expect(browsed.sessions.get(second)?.account?.findings.map(({ code }) => code)).toEqual([
      'opencode.project.changed'
    ])
  })

  it('B16 lists sessions in the database of another channel', async () => {
    const home = sampleHome()
    renameSync(join(dataOf(home), 'opencode.db'), join(dataOf(home), 'opencode-dev.db'))
    const browsed = await browseHome(home)
    expect(browsed.sessions.size).toBe(ids.length)
    expect(browsed.sessions.get(first)?.listed).toMatchObject({ layout: 'database of dev', resumable: null })
  })

  it('lists the sessions in files when the database is damaged, and says so', async () => {
    const home = sampleHome()
    writeJsonFiles(home, [first], 'current')
    writeFileSync(join(dataOf(home), 'opencode.db'), Buffer.alloc(8192, 7))
    const source = await sourceIn(home)
    const browsed = await browse(adapter, source)
    expect([...browsed.sessions.keys()]).toEqual([first])
    expect(browsed.findings).toContain('opencode.database.unreadable')
    expect((await adapter.health(source, readingFor())).state).toBe('partial')
    expect(existsSync(join(dataOf(home), 'opencode.db-shm'))).toBe(false)
  })

  it('reads the messages of opencode 2 from their own table', async () => {
    const home = sampleHome()
    const at = Date.UTC(2026, 10, 29, 12)
    const rows: readonly [string, Record<string, unknown>][] = [
      ['model-switched', { model: { id: 'mock-large', providerID: 'mock' } }],
      ['user', { text: 'Draw a cat.', files: [{ data: 'aGk=', mime: 'image/png', name: 'cat.png' }] }],
      [
        'assistant',
        {
          agent: 'build',
          content: [
            { type: 'reasoning', text: 'A cat has ears.' },
            { type: 'text', text: 'Drawing.' },
            {
              type: 'tool',
              id: 'call_1',
              name: 'read',
              time: { created: at, completed: at + 30 },
              state: { status: 'error', input: { filePath: '/x' }, content: [], error: { message: 'no such file' } }
            }
          ],
          snapshot: { start: '69de1df963659ce853ff6254ebfb901c54f3ff83' }
        }
      ],
      ['synthetic', { text: 'Go on.' }],
      ['shell', { command: 'pwd', output: '/home/dev/weather', callID: 'c', time: { created: at, completed: at + 5 } }],
      ['compaction', { reason: 'manual', summary: 'A cat was drawn.' }],
      ['oracle', { said: 'yes' }]
    ]
    changeDatabase(home, (database) => {
      database.pragma('foreign_keys = on')
      database.prepare('delete from message where session_id = ?').run(first)
      const insert = database.prepare('insert into session_message values (?, ?, ?, ?, ?, ?, ?)')
      rows.forEach(([type, data], seq) => {
        insert.run(`msg_${seq}`, first, type, seq, at + seq, at + seq, JSON.stringify(data))
      })
    })
    const found = (await browseHome(home)).sessions.get(first)
    expect(found?.failure).toBeNull()
    expect(found?.entries.map(({ kind, notice }) => notice ?? kind)).toEqual([
      'setting',
      'user',
      'thinking',
      'assistant',
      'tool',
      'unrecognised',
      'shell',
      'compaction',
      'session',
      'unrecognised'
    ])
    const tool = found?.entries.find(({ kind }) => kind === 'tool')?.tool
    expect(tool).toMatchObject({ name: 'read', status: 'failed', result: 'no such file', durationMs: 30 })
    expect(found?.entries[1]).toMatchObject({ text: 'Draw a cat.', images: [{ mediaType: 'image/png', bytes: 2 }] })
    expect(found?.account?.accounting).toMatchObject({ read: 7, shown: 5, raw: 2, unreadable: 0 })
    expect(found?.listed.preview).toBe('Draw a cat.')
  })

  it('shows a command that the person ran as theirs', async () => {
    const home = sampleHome()
    const at = Date.UTC(2026, 10, 29, 16)
    const tokens = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } }
    const state = {
      status: 'completed',
      input: { command: 'pwd' },
      output: '/home/dev/weather',
      time: { start: at, end: at + 3 }
    }
    const parts = [
      [
        'msg_x',
        { role: 'user' },
        { type: 'text', synthetic: true, text: 'The following tool was executed by the user' }
      ],
      ['msg_y', { role: 'assistant', parentID: 'msg_x', tokens }, { type: 'tool', tool: 'bash', callID: 'c', state }]
    ] as const
    changeDatabase(home, (database) => {
      for (const [id, info, part] of parts) {
        const message = JSON.stringify({ ...info, time: { created: at, completed: at } })
        database.prepare('insert into message values (?, ?, ?, ?, ?)').run(id, first, at, at, message)
        database
          .prepare('insert into part values (?, ?, ?, ?, ?, ?)')
          .run(`p${id}`, id, first, at, at, JSON.stringify(part))
      }
    })
    const entries = (await browseHome(home)).sessions.get(first)?.entries.slice(-2)
    expect(entries?.map(({ kind }) => kind)).toEqual(['unrecognised', 'shell'])
    expect(entries?.[1]).toMatchObject({
      text: 'pwd',
      tool: { name: 'bash', status: 'ok', result: '/home/dev/weather' }
    })
  })

  it('reads the messages of the first versions, which kept their parts inside', async () => {
    const home = sampleHome()
    writeJsonFiles(home, [first], 'oldest')
    removeDatabase(home)
    const session = join(dataOf(home), 'storage', 'session')
    rmSync(join(session, 'message'), { recursive: true })
    rmSync(join(session, 'part'), { recursive: true })
    mkdirSync(join(session, 'message', first), { recursive: true })
    const write = (id: string, value: unknown) =>
      writeFileSync(join(session, 'message', first, `${id}.json`), JSON.stringify(value))
    write('msg_1', {
      id: 'msg_1',
      role: 'user',
      parts: [{ type: 'text', text: 'Hello' }],
      metadata: { time: { created: 5 } }
    })
    const toolInvocation = {
      state: 'result',
      toolCallId: 'c',
      toolName: 'read',
      args: { filePath: '/x' },
      result: 'gone'
    }
    const metadata = { time: { created: 6, completed: 9 }, tool: { c: { error: true, time: { start: 6, end: 8 } } } }
    const parts = [
      { type: 'step-start' },
      { type: 'tool-invocation', toolInvocation },
      { type: 'text', text: 'Sorry.' }
    ]
    write('msg_2', { id: 'msg_2', role: 'assistant', parts, metadata })
    const found = (await browseHome(home)).sessions.get(first)
    expect(found?.entries.map(({ kind, text, at }) => [kind, text, at])).toEqual([
      ['user', 'Hello', 5],
      ['tool', '', 6],
      ['assistant', 'Sorry.', 6]
    ])
    expect(found?.entries[1]?.tool).toMatchObject({ name: 'read', status: 'failed', durationMs: 2 })
    expect(found?.account?.accounting).toMatchObject({ read: 2, shown: 2, raw: 0, unreadable: 0 })
  })

  it('D6 reads again only the sessions that changed in a database that all of them share', async () => {
    const home = sampleHome()
    const before = await browseHome(home)
    changeDatabase(home, (database) =>
      database.prepare("update session set title = 'Another', time_updated = time_updated + 1 where id = ?").run(first)
    )
    const after = await browseHome(home)
    expect(after.sessions.get(first)?.listed.title).toBe('Another')
    // The very same object: it was not made again.
    for (const id of ids.slice(1)) expect(after.sessions.get(id)?.listed).toBe(before.sessions.get(id)?.listed)
  })

  it('A11 says of a tree whether it is there, may be borrowed from the project, or is gone', async () => {
    const home = sampleHome()
    const source = await sourceIn(home)
    const codes = async () =>
      (await adapter.checkpoints(source, first, readingFor())).map(({ valid, findings }) => [
        valid,
        findings.map(({ code }) => code)
      ])
    const snapshots = join(dataOf(home), 'snapshot', 'dccb98fa5e660672de6e6d8fb26ba16d9a754f2b')
    const [worktree = ''] = readdirSync(snapshots)
    const objects = join(snapshots, worktree, 'objects')
    expect(await codes()).toEqual([
      [true, []],
      [true, ['opencode.tree.borrowed']]
    ])
    rmSync(objects, { recursive: true })
    mkdirSync(objects)
    expect(await codes()).toEqual([
      [false, ['opencode.tree.missing']],
      [false, ['opencode.tree.missing']]
    ])
  })
})
