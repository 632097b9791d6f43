import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openLog, withoutContents } from './log'

describe('openLog', () => {
  it('says in one line, once, that its file cannot be written, and no stack of its library', () => {
    const home = mkdtempSync(join(tmpdir(), 'reprise-shell-log-'))
    mkdirSync(join(home, 'logs', 'reprise.log'), { recursive: true })
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const printed = (['error', 'warn', 'info', 'log'] as const).map((name) => vi.spyOn(console, name))
    onTestFinished(() => void vi.restoreAllMocks())
    const log = openLog(home)
    log.info('first')
    log.info('second')
    expect(written.mock.calls.map(([text]) => text)).toEqual([
      `reprise: The log ${join(home, 'logs', 'reprise.log')} cannot be written (EISDIR). Everything else goes on.\n`
    ])
    for (const spy of printed) expect(spy).not.toHaveBeenCalled()
  })
})

describe('withoutContents', () => {
  it('keeps the kind of error and the places, and drops the message that may quote a session', () => {
    const printed = [
      'SyntaxError: Unexpected token in "api_key: sk-very-secret" at position 3',
      '    at JSON.parse (<anonymous>)',
      '    at read (/app/out/service/entry.js:10:4)',
      'some other text with sk-very-secret',
      'Uncaught TypeError: sk-very-secret is not a function'
    ].join('\n')
    expect(withoutContents(printed)).toBe(
      'SyntaxError\n    at JSON.parse (<anonymous>)\n    at read (/app/out/service/entry.js:10:4)\nTypeError'
    )
  })
})
