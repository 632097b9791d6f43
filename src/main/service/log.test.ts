import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
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
  it('writes a file for its owner alone, and nothing to the terminal', () => {
    const own = prepareOwnFolder(mkdtempSync(join(tmpdir(), 'reprise-log-')))
    openLog(own, 'service').error('something happened')
    const path = join(own.logs, 'service.log')
    expect(readFileSync(path, 'utf8')).toContain('[error] something happened')
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})
