import { mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openLog } from './log'
import { prepareOwnFolder } from './own-folder'
import { placeOfBug } from './place-of-bug'

describe('placeOfBug', () => {
  it('gives the kind of error and where it was, without what it says', () => {
    const place = placeOfBug(new TypeError('the key is hunter2\n    at hunter2 (quoted)'))
    expect(place).toMatch(/^TypeError\n/)
    expect(place).toContain('log.test.ts')
    expect(place).not.toMatch(/the key is|hunter2/)
  })

  it('tells nothing of what is thrown besides errors', () => {
    expect(placeOfBug('hunter2')).toBe('a thrown string')
  })
})

describe('openLog', () => {
  it('says in one line, once, that its file cannot be written', () => {
    const own = prepareOwnFolder(mkdtempSync(join(tmpdir(), 'reprise-log-')))
    mkdirSync(join(own.logs, 'stuck.log'))
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'log'), vi.spyOn(console, 'info')]
    onTestFinished(() => void vi.restoreAllMocks())
    const log = openLog(own, 'stuck')
    log.error('first')
    log.error('second')
    const lines = written.mock.calls.map(([text]) => text)
    expect(lines).toEqual([
      `reprise: The log ${join(own.logs, 'stuck.log')} cannot be written (EISDIR). Everything else goes on.\n`
    ])
    for (const spy of printed) expect(spy).not.toHaveBeenCalled()
  })

  it('F1 masks secrets that a line should not have had', () => {
    const own = prepareOwnFolder(mkdtempSync(join(tmpdir(), 'reprise-log-')))
    openLog(own, 'service').error('began with DB_PASSWORD=tide-4711 in it')
    expect(readFileSync(join(own.logs, 'service.log'), 'utf8')).toContain(
      'began with DB_PASSWORD=‹masked: password› in it'
    )
  })

  it('writes a file for its owner alone, and nothing to the terminal', () => {
    const own = prepareOwnFolder(mkdtempSync(join(tmpdir(), 'reprise-log-')))
    openLog(own, 'service').error('something happened')
    const path = join(own.logs, 'service.log')
    expect(readFileSync(path, 'utf8')).toContain('[error] something happened')
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})
