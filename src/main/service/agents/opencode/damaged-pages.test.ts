import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { browse } from '../conformance/browse'
import { fileState } from '../conformance/file-state'
import { adapter } from './adapter'
import { dataOf, expected, removeHomes, sampleHome, sourceIn } from './testing/samples'

afterAll(removeHomes)

const pageBytes = 1024
/** Codes with which a session on damaged pages may fail to open. */
const failures = [null, 'source.unreadable', 'not.found']

describe('a database with a damaged page', () => {
  it('shows what lies elsewhere, with counts that add up, and changes nothing', async () => {
    const home = sampleHome()
    const path = join(dataOf(home), 'opencode.db')
    const sound = readFileSync(path)
    const source = await sourceIn(home)
    let whole = 0
    let rounds = 0
    for (let page = 3; page < sound.length / pageBytes; page += 19) {
      const damaged = Buffer.from(sound)
      damaged.fill(0xee, page * pageBytes, (page + 1) * pageBytes)
      writeFileSync(path, damaged)
      const before = fileState(home)
      const { sessions, findings } = await browse(adapter, source)
      expect(fileState(home)).toEqual(before)
      if (sessions.size < expected.length)
        expect(findings.join(), `page ${page}, ${sessions.size} sessions`).toMatch(
          /opencode\.database\.(damaged|unreadable)/
        )
      for (const { failure, account } of sessions.values()) {
        expect(failures).toContain(failure)
        const { read = 0, shown = 0, raw = 0, unreadable = 0 } = account?.accounting ?? {}
        expect(shown + raw + unreadable).toBe(read)
        if (failure === null) whole += 1
      }
      rounds += 1
    }
    // A page holds a small part of everything.
    expect(whole / rounds).toBeGreaterThan(expected.length * 0.7)
  }, 120_000)
})
