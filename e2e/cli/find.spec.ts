import { cpSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome, fixturePath } from './support/command'
import { fileStates } from './support/file-state'
import type { ListAnswer } from './support/shapes'

const leaving = '33aae2bc-4e8a-42e8-b427-268959cab2c0'
const fork = 'a3e2964c-45f9-46ee-8a81-5da4eef3d282'
const origin = '095bbe87-37e2-4820-b558-9182cfc4cc92'
const purged = 'ee49610f-7643-4428-bdd3-9867382cd6bf'
const day = 86_400_000

interface LineageAnswer {
  readonly edges: readonly { from: string; to: string; kind: string }[]
  readonly path: readonly string[]
}

test.describe('finding', () => {
  let home: CommandHome
  const transcript = (id: string) => {
    const projects = join(home.home, '.claude', 'projects')
    const names = readdirSync(projects, { recursive: true, encoding: 'utf8' })
    return join(projects, names.find((name) => name.endsWith(`${id}.jsonl`)) ?? '')
  }

  test.beforeEach(() => {
    home = new CommandHome((folder) => cpSync(fixturePath('../agents/claude-code'), folder, { recursive: true }))
  })
  test.afterEach(() => home.dispose())

  test('F4 list --leaving shows what its agent removes within a week, and writes nothing of theirs', async () => {
    const old = new Date(Date.now() - 28 * day)
    utimesSync(transcript(leaving), old, old)
    const before = fileStates(home.home)
    const { sessions } = await home.json<ListAnswer>(['list', '--leaving'])
    expect(sessions.map(({ id }) => id)).toEqual([leaving])
    const text = await home.run(['list', '--leaving'])
    expect([text.code, text.err]).toEqual([0, ''])
    expect(text.out).toMatch(/LEAVES[\s\S]*\b[12] days? /)
    expect(fileStates(home.home)).toEqual(before)
  })

  test('F4 a session that is gone comes last, and show says what was asked', async () => {
    const { sessions } = await home.json<ListAnswer>(['list'])
    rmSync(transcript(purged))
    const after = await home.json<ListAnswer>(['list'])
    expect(after.sessions).toHaveLength(sessions.length)
    expect(after.sessions.at(-1)).toMatchObject({ id: purged, state: 'gone' })
    expect((await home.json<ListAnswer>(['list', '--gone'])).sessions).toHaveLength(1)
    const text = await home.run(['list'])
    expect(text.out).toContain('Gone, of which something is left:')
    const shown = await home.json<{ entries: { kind: string; text: string }[] }>(['show', `claude-code:${purged}`])
    expect(shown.entries.length).toBeGreaterThan(0)
    expect(new Set(shown.entries.map(({ kind }) => kind))).toEqual(new Set(['user']))
    const told = await home.run(['show', `claude-code:${purged}`])
    expect(told.out).toContain(`> ${shown.entries[0]?.text.split('\n')[0]?.slice(0, 30)}`)
  })

  test('C11 lineage names the origin of a fork', async () => {
    const family = await home.json<LineageAnswer>(['lineage', `claude-code:${fork}`])
    expect(family.edges).toEqual([{ from: `session ${origin}`, to: `session ${fork}`, kind: 'fork' }])
    expect(family.path).toEqual([`session ${origin}`, `session ${fork}`])
    const text = await home.run(['lineage', `claude-code:${fork}`])
    expect(text.out).toMatch(/^ {2}\S.*\n> {3}fork: /)
  })

  test('B1 locate says where a moved folder is, shows it, and takes it back', async () => {
    const now = join(home.folder, 'weather now')
    mkdirSync(now)
    const located = ['--workspace', now, '--json']
    const listed = async () => (JSON.parse((await home.run(['list', ...located])).out) as ListAnswer).sessions.length
    expect(await listed()).toBe(0)
    await home.json(['locate', '--from', '/home/dev/weather', '--to', now])
    expect(await listed()).toBeGreaterThan(1)
    expect((await home.run(['locate'])).out).toBe(`/home/dev/weather is now ${now}\n`)
    const missing = await home.run(['locate', '--from', '/home/dev/weather', '--to', join(now, 'nothing'), '--json'])
    expect([missing.code, JSON.parse(missing.out).error.code]).toEqual([3, 'refused'])
    expect((await home.run(['locate', '--from', '/home/dev/weather'])).code).toBe(2)
    await home.json(['locate', '--from', '/home/dev/weather', '--forget'])
    expect(await listed()).toBe(0)
  })
})
