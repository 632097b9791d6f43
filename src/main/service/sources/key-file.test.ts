import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unwrittenPipe, withoutWaiting } from '../agents/conformance/unwritten-pipe'
import { readKeyFile } from './key-file'

const folder = mkdtempSync(join(tmpdir(), 'reprise-key-'))
const refused = (message: RegExp) =>
  expect.objectContaining({
    failure: expect.objectContaining({ code: 'refused', message: expect.stringMatching(message) })
  })

describe('readKeyFile', () => {
  it('reads hex from a file that only its owner can read', () => {
    const path = join(folder, 'key')
    writeFileSync(path, ' 00FFa0\n', { mode: 0o600 })
    expect([...readKeyFile(path)]).toEqual([0, 255, 160])
    chmodSync(path, 0o604)
    expect(() => readKeyFile(path)).toThrow(refused(/Others can read/))
  })

  it('refuses everything else, and quotes nothing of it', async () => {
    const path = join(folder, 'other')
    for (const text of ['not hex', '00f', '', 'ab'.repeat(3000)]) {
      writeFileSync(path, text, { mode: 0o600 })
      expect(() => readKeyFile(path)).toThrow(refused(/^The key file \S+other does not hold a key in hex\.$/))
    }
    expect(() => readKeyFile(join(folder, 'nowhere'))).toThrow(refused(/There is no key file/))
    mkdirSync(join(folder, 'folder'))
    expect(() => readKeyFile(join(folder, 'folder'))).toThrow(refused(/There is no key file/))
    unwrittenPipe(join(folder, 'pipe'))
    await withoutWaiting(() => expect(() => readKeyFile(join(folder, 'pipe'))).toThrow(refused(/There is no key file/)))
  })
})
