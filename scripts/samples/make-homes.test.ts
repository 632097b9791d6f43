import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { makeHomes } from './make-homes.ts'

const made: string[] = []

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'reprise-samples-'))
  made.push(path)
  return path
}

afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true })
})

function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

/** Names and contents; the home's own path stands in the files, so it is taken out first. */
function digestOf(root: string): Record<string, string> {
  return Object.fromEntries(
    filesOf(root).map((file) => {
      const bytes = readFileSync(join(root, file)).toString('latin1').replaceAll(root, '<home>')
      return [file, createHash('sha256').update(bytes, 'latin1').digest('hex')]
    })
  )
}

describe('makeHomes', () => {
  it('writes the same files again for the same time and seed', () => {
    const [first, second] = [folder(), folder()]
    const options = { sessions: 9, now: 1_796_000_000_000, agents: ['gestura', 'a3s'] as const }
    makeHomes({ ...options, out: first })
    makeHomes({ ...options, out: second })
    expect(digestOf(first)).toEqual(digestOf(second))
    makeHomes({ ...options, out: folder(), seed: 2 })
    expect(digestOf(made[2] ?? '')).not.toEqual(digestOf(first))
  })

  it('writes as many sessions as asked for, each under its own id', () => {
    const out = folder()
    const homes = makeHomes({ out, sessions: 25 })
    for (const ids of Object.values(homes.sessions)) expect(new Set(ids).size).toBe(25)
    expect(readdirSync(join(out, '.gestura', 'agent_sessions'))).toHaveLength(25)
  })

  it('leaves a database that is closed and sound', () => {
    const out = folder()
    makeHomes({ out, agents: ['tact'] })
    const sessions = join(out, '.tact', 'sessions')
    expect(readdirSync(sessions)).toEqual(['v2.sqlite3'])
    const database = new Sqlite(join(sessions, 'v2.sqlite3'), { readonly: true })
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(database.pragma('foreign_key_check')).toEqual([])
    database.close()
  })

  it('makes one session of each agent as large as asked for', () => {
    const out = folder()
    const { big } = makeHomes({ out, sessions: 1, big: 2 })
    const gestura = statSync(join(out, '.gestura', 'agent_sessions', `${big.gestura}.json`)).size
    const a3s = statSync(
      join(out, '.a3s/code-web/sessions/v1/sessions', `id_${Buffer.from(big.a3s ?? '').toString('base64url')}.json`)
    ).size
    const database = new Sqlite(join(out, '.tact/sessions/v2.sqlite3'), { readonly: true })
    const tact = database
      .prepare('select sum(length(record_json)) from events where session_id = ?')
      .pluck()
      .get(big.tact) as number
    database.close()
    for (const bytes of [gestura, a3s, tact]) {
      expect(bytes).toBeGreaterThan(1_500_000)
      expect(bytes).toBeLessThan(3_500_000)
    }
  })
})
