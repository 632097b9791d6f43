import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fileHash, hashOf, hashOfFile } from './file-hash'

const folder = mkdtempSync(join(tmpdir(), 'reprise-hash-'))
const at = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('fileHash', () => {
  it('names a file as its bytes and as git do, in several pieces too', () => {
    for (const content of ['', 'a line\n', 'x'.repeat(700_000)]) {
      writeFileSync(at('file'), content)
      const blob = execFileSync('git', ['hash-object', '--no-filters', at('file')], { encoding: 'utf8' }).trim()
      expect(fileHash(at('file'))).toEqual({ sha256: hashOf(Buffer.from(content)), blob })
    }
  })

  it('A11 is null where nothing is, and of nothing else', () => {
    expect(hashOfFile(at('missing'))).toBeNull()
    writeFileSync(at('file'), '')
    expect(hashOfFile(join(at('file'), 'below'))).toBeNull()
    expect(hashOfFile(folder)).toBe('unreadable')
  })

  it.skipIf(process.platform === 'win32')('does not wait for whoever would write into a pipe', () => {
    execFileSync('mkfifo', [at('pipe')])
    expect(hashOfFile(at('pipe'))).toBe('unreadable')
  })
})
