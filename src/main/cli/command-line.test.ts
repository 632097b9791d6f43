import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adapters } from '../service/agents/registry'
import { parseCommandLine } from './command-line'

const parse = (...args: string[]) => parseCommandLine(args, '/wherever')

describe('parseCommandLine', () => {
  it('finds the command wherever it stands among options', () => {
    for (const args of [
      ['list', '--json', '--root', 'a3s=/x'],
      ['--json', 'list', '--root', 'a3s=/x'],
      ['--root', 'a3s=/x', 'list', '--json']
    ]) {
      expect(parse(...args)).toMatchObject({
        ask: 'run',
        command: { name: 'list' },
        json: true,
        roots: [{ agent: 'a3s', path: '/x' }]
      })
    }
  })

  it('takes roots from where the person is, as often as they are given', () => {
    expect(parse('list', '--root', 'a3s=x', '--root', 'a3s=/y=z')).toMatchObject({
      roots: [
        { agent: 'a3s', path: '/wherever/x' },
        { agent: 'a3s', path: '/y=z' }
      ]
    })
  })

  it('takes session names as they are, however odd', () => {
    expect(parse('show', 'a3s: --odd ')).toMatchObject({ positionals: ['a3s: --odd '] })
    expect(parse('show', '--', 'a3s:x')).toMatchObject({ positionals: ['a3s:x'] })
  })

  it('reads keys as bytes', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'reprise-key-')), 'key')
    writeFileSync(path, '00FFa0\n', { mode: 0o600 })
    const line = parse('list', '--key-file', `a3s=${path}`)
    expect(line.ask === 'run' && [...(line.keys.get('a3s') ?? [])]).toEqual([0, 255, 160])
    chmodSync(path, 0o640)
    expect(() => parse('list', '--key-file', `a3s=${path}`)).toThrow(/chmod 600/)
  })

  it.each([
    [['nothing']],
    [['list', 'x']],
    [['list', '--nothing']],
    [['list', '--root', 'x']],
    [['list', '--root', 'a3s=']],
    [['--json']]
  ])('does not understand %j', (args) => {
    expect(() => parse(...args)).toThrow()
  })

  it('refuses a place of an agent that this version does not read, and names those that it does', () => {
    expect(() => parse('list', '--root', 'crush=/x')).toThrow(
      `does not read Crush. --root takes one of ${adapters.map(({ agent }) => agent).join(', ')}.`
    )
  })

  it('helps', () => {
    expect(parse()).toMatchObject({ ask: 'help', command: null })
    expect(parse('help', 'show')).toMatchObject({ ask: 'help', command: { name: 'show' } })
    expect(parse('show', '-h')).toMatchObject({ ask: 'help', command: { name: 'show' } })
    expect(parse('--version')).toEqual({ ask: 'version' })
  })
})
