import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jotAdapter } from '../testing/jot-adapter'
import { findSources } from './find-sources'
import { SourceTable } from './source-table'

const home = mkdtempSync(join(tmpdir(), 'reprise-sources-'))
mkdirSync(join(home, 'jots'))
const look = { home, env: {}, platform: process.platform, cwd: home, flags: [] }
const settings = { theme: 'system' as const, singleLetterKeys: true, roots: [] }

describe('findSources', () => {
  it('lists a place once, however often it is named', async () => {
    const roots = [{ agent: 'pi' as const, path: join(home, 'jots') }]
    const found = await findSources([jotAdapter], look, { ...settings, roots })
    expect(found.map(({ root, origin }) => [root, origin])).toEqual([[join(home, 'jots'), 'default']])
  })

  it('looks only where --root says when it is given, and only for that agent', async () => {
    const flags = [
      { agent: 'pi' as const, path: '/elsewhere' },
      { agent: 'tact' as const, path: '/not-this' }
    ]
    const found = await findSources([jotAdapter], { ...look, flags }, settings)
    expect(found.map(({ root, origin }) => [root, origin])).toEqual([['/elsewhere', 'flag']])
  })
})

describe('SourceTable', () => {
  it('says whether a source came or went, and gives each its key', async () => {
    const key = new Uint8Array([1])
    const table = new SourceTable([jotAdapter], new Map([['pi', key]]))
    const found = await findSources([jotAdapter], look, settings)
    expect([table.replace(found), table.replace(found), table.replace([])]).toEqual([true, false, true])
    table.replace(found)
    expect(table.get(found[0]?.id ?? '').key).toBe(key)
    table.giveKey(found[0]?.id ?? '', new Uint8Array([2]))
    expect([...(table.get(found[0]?.id ?? '').key ?? [])]).toEqual([2])
    // Lists are read without it.
    expect([...(table.all()[0]?.key ?? [])]).toEqual([1])
    expect(() => table.giveKey('nowhere', key)).toThrow('There is no source nowhere.')
    expect(() => table.get('nowhere')).toThrow('There is no source nowhere.')
  })
})
