import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claudeTurn } from '../testing/claude-records'
import { HomeService } from '../testing/home-service'

let home: HomeService

beforeEach(async () => {
  home = await new HomeService().open()
})
afterEach(() => home.close())

/** A session of Claude Code in a project folder, with one prompt in each directory. */
function claude(id: string, project: string, cwds: readonly string[]): void {
  const turns = cwds.flatMap((cwd, index) =>
    claudeTurn({ session: id, cwd, text: `${id} ${index}`, at: home.now + index * 5000 })
  )
  home.put(`.claude/projects/${project}/${id}.jsonl`, turns)
}

function codex(id: string, cwd: string, repository: string | null, at: number): void {
  const timestamp = new Date(at).toISOString()
  const git = repository === null ? {} : { git: { repository_url: repository, branch: 'main', commit_hash: 'abc' } }
  home.put(`.codex/sessions/2026/11/01/rollout-2026-11-01T00-00-00-${id}.jsonl`, [
    { timestamp, type: 'session_meta', payload: { id, timestamp, cwd, cli_version: '0.171.0', source: 'cli', ...git } },
    { timestamp, type: 'event_msg', payload: { type: 'task_started' } },
    { timestamp, type: 'event_msg', payload: { type: 'user_message', message: `work in ${cwd}` } }
  ])
}

function pi(id: string, cwd: string): void {
  home.put(`.pi/agent/sessions/--w--/2026-01-01T00-00-00-000Z_${id}.jsonl`, [
    { type: 'session', version: 3, id, timestamp: '2026-01-01T00:00:00.000Z', cwd },
    {
      ...{ type: 'message', id: '00000001', parentId: null, timestamp: '2026-01-01T00:00:01.000Z' },
      message: { role: 'user', content: 'hello' }
    }
  ])
}

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const groups = async () => (await home.call('sessions.facets', {})).workspaces
const idsIn = async (query: object) => (await home.list(query)).map(({ id }) => id).sort()

describe('WorkspaceView', () => {
  it('B4 groups by the recorded directory, whatever the project folder is called', async () => {
    claude('a', '-home-u-my-app', ['/home/u/my_app'])
    claude('b', '-home-u-my-app', ['/home/u/my.app'])
    await home.scan()
    expect((await groups()).map(({ path, sessions }) => [path, sessions]).sort()).toEqual([
      ['/home/u/my.app', 1],
      ['/home/u/my_app', 1]
    ])
  })

  it('B2 finds a session that worked in two directories in both, counts it once, and names them', async () => {
    claude('two', '-w-one', ['/w/one', '/w/two'])
    claude('other', '-w-two', ['/w/two'])
    await home.scan()
    expect(await idsIn({ workspace: '/w/two' })).toEqual(['other', 'two'])
    expect(await idsIn({ workspace: '/w/one' })).toEqual(['two'])
    expect((await home.list({ workspace: '/w/one' }))[0]?.directories).toEqual(['/w/one', '/w/two'])
    expect((await groups()).map(({ path, sessions }) => [path, sessions]).sort()).toEqual([
      ['/w/one', 1],
      ['/w/two', 1]
    ])
  })

  it('B1 puts worktrees of one repository together by what the records say, and nothing else', async () => {
    codex(uuid(1), '/w/app', 'git@github.com:me/app.git', home.now - 3000)
    codex(uuid(2), '/trees/app-fix', 'https://github.com/me/app', home.now - 2000)
    codex(uuid(3), '/w/app-docs', null, home.now - 1000)
    claude('c', '-w-app', ['/w/app'])
    await home.scan()
    const [app, docs] = await groups()
    expect(app).toMatchObject({
      path: '/w/app',
      also: ['/trees/app-fix'],
      sessions: 3,
      repository: 'github.com/me/app'
    })
    expect(docs).toEqual({ path: '/w/app-docs', sessions: 1 })
    expect(await idsIn({ project: '/w/app' })).toEqual([uuid(1), uuid(2), 'c'].sort())
    expect(await idsIn({ workspace: '/w/app' })).toEqual([uuid(1), 'c'].sort())
  })

  it('B6 knows one Windows folder in all its spellings, and a folder of WSL where it is certain', async () => {
    await home.close()
    home = await new HomeService().open()
    codex(uuid(1), 'C:\\Code\\App', null, home.now - 3000)
    codex(uuid(2), '\\\\?\\c:\\code\\app', null, home.now - 2000)
    codex(uuid(3), '/mnt/c/Code/App', null, home.now - 1000)
    await home.scan()
    expect((await groups()).map(({ sessions }) => sessions)).toEqual([1, 2])
    expect(await idsIn({ workspace: 'c:/code/app' })).toEqual([uuid(1), uuid(2)])
  })

  it('B5 joins `/mnt/c` with the drive where Reprise itself runs in WSL', async () => {
    const look = { home: home.home, env: { WSL_DISTRO_NAME: 'Ubuntu' }, platform: 'linux' as const, cwd: home.home }
    await home.service.close()
    await home.open({ look: { ...look, flags: [] } })
    codex(uuid(1), 'C:\\Code\\App', null, home.now - 3000)
    codex(uuid(3), '/mnt/c/Code/App', null, home.now - 1000)
    await home.scan()
    expect((await groups()).map(({ sessions }) => sessions)).toEqual([2])
  })
})

describe('workspace.locate', () => {
  it('B1 groups sessions of a renamed folder with those of the new one, also after a restart, until that is taken back', async () => {
    const now = join(home.home, 'renamed')
    mkdirSync(now)
    pi('old', '/was/here/src')
    claude('new', '-x', [join(now, 'src')])
    await home.scan()
    expect(await groups()).toHaveLength(2)
    const answer = await home.call('workspace.locate', { from: '/was/here', to: now })
    expect(answer).toEqual({ sessions: 1, relocations: [{ from: '/was/here', to: now }] })
    expect((await groups()).map(({ sessions }) => sessions)).toEqual([2])
    expect(await idsIn({ workspace: join(now, 'src') })).toEqual(['new', 'old'])
    // What was recorded stays as it is.
    expect((await home.list()).map(({ workspace }) => workspace)).toContain('/was/here/src')
    await home.service.close()
    await home.open()
    await home.scan()
    expect(await groups()).toHaveLength(1)
    await home.call('workspace.locate', { from: '/was/here/', to: null })
    expect(await groups()).toHaveLength(2)
  })

  it('B1 resumes in the folder that the person located', async () => {
    const now = join(home.home, 'renamed')
    mkdirSync(now)
    pi('old', '/was/here')
    await home.scan()
    const session = await home.ref('old')
    const cwd = async () => (await home.call('resume.check', { session })).command?.cwd
    expect(await cwd()).toBe('/was/here')
    await home.call('workspace.locate', { from: '/was/here', to: now })
    expect(await cwd()).toBe(now)
  })

  it.each([
    ['a folder that no session names', '/nobody', '.'],
    ['a place that is not there', '/was/here', 'missing'],
    ['a path that is not whole', '/was/here', null]
  ])('refuses %s and says why', async (_, from, to) => {
    pi('old', '/was/here')
    await home.scan()
    const target = to === null ? 'relative' : join(home.home, to)
    await expect(home.call('workspace.locate', { from, to: target })).rejects.toMatchObject({
      failure: { code: expect.stringMatching(/^(refused|not\.found)$/), advice: expect.any(String) }
    })
    expect((await home.call('settings.get', {})).relocations).toEqual([])
  })
})
