import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Places } from '../adapter'
import { locate, storesInWorkspaces } from './locate'
import { homeCopy, temporaryFolder } from './test-fixtures'

function places(home: string, more: Partial<Places> = {}): Places {
  return { home, env: {}, platform: 'linux', cwd: home, settings: [], flags: [], ...more }
}

const found = (of: Places) => locate(of).map(({ root, origin }) => [root, origin])

describe('locate', () => {
  it('looks by itself only at the Code Web store, never into workspaces', () => {
    const home = homeCopy()
    expect(found(places(home))).toEqual([])
    mkdirSync(join(home, '.a3s/code-web/sessions'), { recursive: true })
    expect(found(places(home))).toEqual([[join(home, '.a3s/code-web/sessions'), 'default']])
  })

  it('follows the variable of the Code Web server', () => {
    const home = temporaryFolder()
    mkdirSync(join(home, 'state/sessions'), { recursive: true })
    expect(found(places(home, { env: { A3S_CODE_WEB_STATE_DIR: 'state' } }))).toEqual([
      [join(home, 'state/sessions'), 'environment']
    ])
  })

  it('adds the stores of the settings, and lets flags replace everything', () => {
    const home = homeCopy()
    mkdirSync(join(home, '.a3s/code-web/sessions'), { recursive: true })
    const settings = [join(home, 'stores/lease'), join(home, 'weather')]
    expect(found(places(home, { settings })).map(([root]) => root)).toEqual([
      join(home, '.a3s/code-web/sessions'),
      join(home, 'stores/lease'),
      join(home, 'weather/.a3s/tui/sessions')
    ])
    expect(found(places(home, { settings, flags: ['stores/sealed'] }))).toEqual([[join(home, 'stores/sealed'), 'flag']])
  })

  it('lists a place that was named although nothing is there', () => {
    expect(found(places(temporaryFolder(), { flags: ['/nowhere/at/all'] }))).toEqual([['/nowhere/at/all', 'flag']])
  })
})

describe('storesInWorkspaces', () => {
  it('finds the store of the terminal program in a workspace', () => {
    const home = homeCopy()
    const known = [join(home, 'weather'), join(home, 'stores'), join(home, 'weather')]
    expect(storesInWorkspaces(known)).toEqual([join(home, 'weather/.a3s/tui/sessions')])
  })
})
