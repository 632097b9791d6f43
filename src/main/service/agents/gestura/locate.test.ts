import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { health } from './health'
import { locate } from './locate'
import { placesOf } from './places'
import { openSession } from './sessions/open-session'
import { emptyHome, placesAt, put, sourceAt } from './testing/fixture-home'

function homeWithSessions(): string {
  const home = emptyHome()
  mkdirSync(join(home, '.gestura', 'agent_sessions'), { recursive: true })
  return home
}

describe('locate', () => {
  it('finds nothing in a home without .gestura', () => {
    expect(locate(placesAt(emptyHome()))).toEqual([])
  })

  it('finds the own home, its roots from the settings, and each once', () => {
    const [own, other] = [homeWithSessions(), homeWithSessions()]
    const found = locate(placesAt(own, { settings: [other, own] }))
    expect(found.map(({ root, origin }) => [root, origin])).toEqual([
      [own, 'default'],
      [other, 'setting']
    ])
  })

  it('takes only the roots that --root names, also ones without data', () => {
    const [own, named] = [homeWithSessions(), emptyHome()]
    const found = locate(placesAt(own, { flags: [named], settings: [own] }))
    expect(found.map(({ root, origin }) => [root, origin])).toEqual([[named, 'flag']])
    expect(found.map((source) => health(source).state)).toEqual(['missing'])
  })

  it('takes the .gestura folder itself for its home, though that holds a .gestura of its own', () => {
    const home = homeWithSessions()
    put(home, '.gestura/.gestura/tasks/a.json', {})
    const [found] = locate(placesAt(emptyHome(), { flags: [join(home, '.gestura')] }))
    expect(found?.root).toBe(home)
  })

  it('gives one id to a home however its path is spelled', () => {
    const home = homeWithSessions()
    const link = join(emptyHome(), 'link')
    symlinkSync(home, link)
    const found = locate(placesAt(emptyHome(), { settings: [home, link, `${home}/.`] }))
    expect(found).toHaveLength(1)
  })

  it('moves the sessions of the own home by GESTURA_HOME_DIR, and nothing else', () => {
    const [home, elsewhere] = [homeWithSessions(), homeWithSessions()]
    const places = placesOf(sourceAt(home, { env: { GESTURA_HOME_DIR: elsewhere } }))
    expect(places.liveSessions).toBe(join(elsewhere, '.gestura', 'agent_sessions'))
    expect(places.sessionFolders.map(({ path }) => path)).toContain(join(home, '.gestura', 'agent_sessions'))
    expect(places.checkpoints).toBe(join(home, '.gestura', 'checkpoints'))
    expect(places.liveTasks).toBe(join(home, '.gestura', 'tasks'))
  })

  it('lists sessions that GESTURA_HOME_DIR leaves behind, as ones that gestura does not open', () => {
    const [home, elsewhere] = [emptyHome(), homeWithSessions()]
    const times = { created_at: '2026-11-01T00:00:00Z', last_active: '2026-11-01T00:00:00Z' }
    put(home, '.gestura/agent_sessions/left.json', { id: 'left', title: 'Left', ...times })
    put(elsewhere, '.gestura/agent_sessions/moved.json', { id: 'moved', title: 'Moved', ...times })
    const source = sourceAt(home, { env: { GESTURA_HOME_DIR: elsewhere } })
    expect(['moved', 'left'].map((id) => openSession(source, id).summary.resumable)).toEqual([true, false])
  })

  it('finds a home whose only data is where GESTURA_HOME_DIR points', () => {
    const [home, elsewhere] = [emptyHome(), homeWithSessions()]
    const [source] = locate(placesAt(home, { env: { GESTURA_HOME_DIR: elsewhere } }))
    expect(source).toMatchObject({ root: home, origin: 'environment' })
    expect(source && health(source).state).toBe('ok')
  })

  it.each([
    ['linux', {}, '.local/share/.gestura/tasks'],
    ['darwin', {}, 'Library/Application Support/.gestura/tasks'],
    ['win32', {}, 'AppData/Roaming/.gestura/tasks'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '.local/share/.gestura/tasks']
  ] as const)('knows where the terminal UI keeps tasks on %s with %o', (platform, env, path) => {
    const home = homeWithSessions()
    expect(placesOf(sourceAt(home, { platform, env })).tasks.map((place) => place.path)).toContain(join(home, path))
  })

  it('follows XDG_DATA_HOME for the own home, not for one that was named', () => {
    const [home, data] = [homeWithSessions(), emptyHome()]
    const env = { XDG_DATA_HOME: data }
    expect(placesOf(sourceAt(home, { env })).tasks.at(-1)?.path).toBe(join(data, '.gestura', 'tasks'))
    const named = sourceAt(emptyHome(), { env, flags: [home] })
    expect(placesOf(named).tasks.at(-1)?.path).toBe(join(home, '.local', 'share', '.gestura', 'tasks'))
  })
})

describe('health', () => {
  it('is unreadable when a file stands where the data folder should be', () => {
    const home = emptyHome()
    put(home, '.gestura', 'a file')
    expect(health(sourceAt(home))).toMatchObject({
      state: 'unreadable',
      findings: [{ code: 'gestura.folder.unreadable' }]
    })
  })

  it('is partial when only the checkpoints cannot be listed', () => {
    const home = homeWithSessions()
    put(home, '.gestura/checkpoints', 'a file')
    expect(health(sourceAt(home)).state).toBe('partial')
  })
})
