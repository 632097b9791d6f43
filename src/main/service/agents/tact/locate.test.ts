import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Places } from '../adapter'
import { locate } from './locate'
import { storePaths } from './store-paths'
import { removeHomes, temporaryFolder } from './testing/sample-home'

afterEach(removeHomes)

const places = (more: Partial<Places>): Places => ({
  home: '/home/mira',
  env: {},
  platform: 'linux',
  cwd: '/wherever',
  settings: [],
  flags: [],
  ...more
})
const found = (more: Partial<Places>) => locate(places(more)).map(({ root, origin }) => [root, origin])

describe('locate', () => {
  it('tact-23 takes TACT_CONFIG before TACT_HOME before the home folder', () => {
    expect(found({})).toEqual([['/home/mira/.tact', 'default']])
    expect(found({ env: { TACT_HOME: '/srv/tact' } })[0]).toEqual(['/srv/tact', 'environment'])
    const both = { TACT_HOME: '/srv/tact', TACT_CONFIG: 'conf/my.toml' }
    expect(found({ env: both })[0]).toEqual(['/wherever/conf', 'environment'])
    const [moved] = locate(places({ env: both }))
    expect(moved && storePaths(moved)).toMatchObject({
      config: '/wherever/conf/my.toml',
      database: '/wherever/conf/sessions/v2.sqlite3'
    })
  })

  it('takes empty variables as unset, and still shows the default folder beside a moved one', () => {
    expect(found({ env: { TACT_HOME: '', TACT_CONFIG: '' } })).toEqual([['/home/mira/.tact', 'default']])
    expect(found({ env: { TACT_HOME: '/srv/tact' } })[1]).toEqual(['/home/mira/.tact', 'default'])
  })

  it('adds the places of the settings, and lets flags replace everything', () => {
    expect(found({ settings: ['/data/tact'] })).toEqual([
      ['/home/mira/.tact', 'default'],
      ['/data/tact', 'setting']
    ])
    expect(found({ settings: ['/data/tact'], flags: ['there'], env: { TACT_HOME: '/x' } })).toEqual([
      ['/wherever/there', 'flag']
    ])
  })

  it('names one folder once, also through a link', () => {
    const home = temporaryFolder()
    mkdirSync(join(home, '.tact'))
    symlinkSync(join(home, '.tact'), join(home, 'link'))
    expect(found({ home, settings: [join(home, 'link')] })).toHaveLength(1)
  })

  it('knows where the shared credentials may be', () => {
    const extra = (env: Places['env']) => locate(places({ env }))[0]?.extra
    expect(extra({})?.defaultAuthFile).toBe('/home/mira/.codex/auth.json')
    expect(extra({ CODEX_HOME: '/srv/codex' })?.defaultAuthFile).toBe('/srv/codex/auth.json')
    expect(extra({ TACT_AUTH_FILE: 'a.json' })?.authFile).toBe('/wherever/a.json')
  })
})
