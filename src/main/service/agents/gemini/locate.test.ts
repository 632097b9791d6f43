import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { locate } from './locate'
import { emptyHome, removeHomes } from './testing/samples'

afterAll(removeHomes)

const places = (home: string) => ({ home, env: {}, platform: 'linux', cwd: home, settings: [], flags: [] }) as const

describe('locate', () => {
  it('finds nothing where Gemini CLI never ran', () => {
    expect(locate(places(emptyHome()))).toEqual([])
  })

  it('finds the folder in the home, and the one in the home that the environment names', () => {
    const home = emptyHome()
    const moved = join(home, 'moved')
    mkdirSync(join(home, '.gemini'))
    mkdirSync(join(moved, '.gemini'), { recursive: true })
    const found = locate({ ...places(home), env: { GEMINI_CLI_HOME: moved } })
    expect(found.map(({ root, origin }) => [root, origin])).toEqual([
      [join(home, '.gemini'), 'default'],
      [join(moved, '.gemini'), 'environment']
    ])
  })

  it('takes a named place in place of the others, also the home that holds the folder', () => {
    const home = emptyHome()
    mkdirSync(join(home, '.gemini'))
    expect(locate({ ...places('/nowhere'), flags: [home] }).map(({ root }) => root)).toEqual([join(home, '.gemini')])
  })
})
