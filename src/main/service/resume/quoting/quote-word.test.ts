import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ShellId } from '@shared/domain/resume'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quoteForRuntime, quoteWord } from './quote-word'

const golden: readonly (readonly [string, Readonly<Record<ShellId, string | null>>])[] = [
  ['--resume', { sh: '--resume', fish: '--resume', cmd: '--resume', powershell: '--resume' }],
  ['', { sh: "''", fish: "''", cmd: '^"^"', powershell: "''" }],
  ['a b', { sh: "'a b'", fish: "'a b'", cmd: '^"a b^"', powershell: "'a b'" }],
  ["it's", { sh: `'it'\\''s'`, fish: `'it\\'s'`, cmd: `it's`, powershell: "'it''s'" }],
  ['say "hi"', { sh: `'say "hi"'`, fish: `'say "hi"'`, cmd: '^"say \\^"hi\\^"^"', powershell: `'say "hi"'` }],
  ['100%PATH%', { sh: '100%PATH%', fish: '100%PATH%', cmd: '^"100^%PATH^%^"', powershell: "'100%PATH%'" }],
  ['a&b|c', { sh: "'a&b|c'", fish: "'a&b|c'", cmd: '^"a^&b^|c^"', powershell: "'a&b|c'" }],
  ['$HOME `x`', { sh: "'$HOME `x`'", fish: "'$HOME `x`'", cmd: '^"$HOME `x`^"', powershell: "'$HOME `x`'" }],
  ['a\\', { sh: "'a\\'", fish: "'a\\\\'", cmd: 'a\\', powershell: 'a\\' }],
  ['a b\\', { sh: "'a b\\'", fish: "'a b\\\\'", cmd: '^"a b\\\\^"', powershell: "'a b\\'" }],
  ['café 天気', { sh: "'café 天気'", fish: "'café 天気'", cmd: '^"café 天気^"', powershell: "'café 天気'" }],
  ['one\ntwo', { sh: "'one\ntwo'", fish: "'one\ntwo'", cmd: null, powershell: "'one\ntwo'" }],
  ['~/x', { sh: "'~/x'", fish: "'~/x'", cmd: '~/x', powershell: "'~/x'" }],
  ['‘curly’', { sh: "'‘curly’'", fish: "'‘curly’'", cmd: '‘curly’', powershell: "'‘‘curly’’'" }],
  ['a^(b)!', { sh: "'a^(b)!'", fish: "'a^(b)!'", cmd: '^"a^^^(b^)^!^"', powershell: "'a^(b)!'" }],
  ['nul\0', { sh: null, fish: null, cmd: null, powershell: null }]
]

describe('quoteWord', () => {
  it.each(golden)('B11 writes %j for every shell', (word, expected) => {
    for (const [shell, quoted] of Object.entries(expected)) {
      expect([shell, quoteWord(shell as ShellId, word)]).toEqual([shell, quoted])
    }
  })
})

describe('quoteForRuntime', () => {
  it.each([
    ['a\\\\b c', '"a\\\\b c"'],
    ['a\\"b', '"a\\\\\\"b"'],
    ['C:\\dir x\\', '"C:\\dir x\\\\"'],
    ['plain', 'plain']
  ])('B11 doubles backslashes of %j only before a quote', (word, quoted) => {
    expect(quoteForRuntime(word)).toBe(quoted)
  })
})

/** Shells of this machine that can be asked what a program gets. */
const candidates: readonly { readonly name: string; readonly id: ShellId; readonly run: readonly string[] }[] = [
  { name: 'sh', id: 'sh', run: ['-c'] },
  { name: 'dash', id: 'sh', run: ['-c'] },
  { name: 'bash', id: 'sh', run: ['--norc', '-c'] },
  { name: 'zsh', id: 'sh', run: ['-f', '-c'] },
  { name: 'fish', id: 'fish', run: ['--no-config', '-c'] },
  { name: 'pwsh', id: 'powershell', run: ['-NoProfile', '-Command'] },
  ...(process.platform === 'win32' ? [{ name: 'cmd.exe', id: 'cmd' as const, run: ['/d', '/s', '/c'] }] : [])
]
const isThere = ({ name, run }: (typeof candidates)[number]) =>
  spawnSync(name, [...run, 'exit 0'], { timeout: 20_000 }).status === 0

describe('a word through a real shell', () => {
  let folder: string
  let program: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'reprise-quote-'))
    program = join(folder, 'print.cjs')
    writeFileSync(program, 'process.stdout.write(JSON.stringify(process.argv.slice(2)))')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const words = golden.map(([word]) => word)
  /** Any text that a program can be given at all, rich in signs that shells know. */
  const anyWord = fc
    .array(fc.oneof(fc.constantFrom(...`'"\\$\`%&|;<>(){}[]*?!^~#=, \t\n\r-@:‘’`), fc.string({ unit: 'grapheme' })), {
      maxLength: 12
    })
    .map((parts) => parts.join('').replaceAll('\0', ''))

  for (const shell of candidates) {
    const here = isThere(shell)
    it.skipIf(!here)(
      `B11 ${shell.name} gives the program what was meant, for any words${here ? '' : ' (not run: it is not on this machine)'}`,
      { timeout: 120_000 },
      () => {
        const given = (list: readonly string[]) => {
          const quoted = [process.execPath, program, ...list].map((word) => quoteWord(shell.id, word))
          const line = `${shell.id === 'powershell' ? '& ' : ''}${quoted.join(' ')}`
          return JSON.parse(execFileSync(shell.name, [...shell.run, line], { encoding: 'utf8' }))
        }
        const sayable = words.filter((word) => quoteWord(shell.id, word) !== null)
        expect(given(sayable)).toEqual(sayable)
        const check = (list: string[]) => {
          expect(given(list)).toEqual(list)
        }
        fc.assert(fc.property(fc.array(anyWord, { minLength: 1, maxLength: 20 }), check), { numRuns: 25 })
      }
    )
  }
})
