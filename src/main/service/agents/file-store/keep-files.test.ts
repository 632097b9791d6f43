import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { SourceLocation } from '../adapter'
import { keepFiles } from './keep-files'

const root = mkdtempSync(join(tmpdir(), 'reprise-keep-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const source: SourceLocation = { id: 's', agent: 'codex', root, origin: 'flag' }
const reading = { signal: new AbortController().signal }
const part = (path: string) => ({ path, what: 'session', because: 'the log' }) as const

describe('keepFiles', () => {
  it('takes a log that is written all the time up to its last whole line', async () => {
    const path = join(root, 'log.jsonl')
    let looks = 0
    const growing = () => {
      looks += 1
      writeFileSync(path, `{"n":1}\n{"n":2}\n{"unfinished":${looks}${' '.repeat(looks)}`)
      return [part(path)]
    }
    const [step] = await keepFiles(source, growing, reading)
    expect(Buffer.from(step?.content ?? []).toString()).toBe('{"n":1}\n{"n":2}\n')
  })

  it('refuses what is too large to be held, and says how large it is', async () => {
    const path = join(root, 'large.jsonl')
    writeFileSync(path, '')
    truncateSync(path, 401 * 1024 * 1024)
    await expect(keepFiles(source, () => [part(path)], reading)).rejects.toMatchObject({
      failure: { code: 'refused', data: { bytes: 401 * 1024 * 1024 } }
    })
  })

  it('says that nothing is left', async () => {
    await expect(keepFiles(source, () => [], reading)).rejects.toMatchObject({ failure: { code: 'session.gone' } })
  })
})
