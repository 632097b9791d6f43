import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import type { Places, Reading, SourceLocation } from '../../adapter'
import { locate } from '../locate'

const fixtures = fileURLToPath(new URL('../../../../../../e2e/fixtures/core', import.meta.url))

/** Parsed JSON file of the fixtures. */
export function fixtureJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(fixtures, name), 'utf8')) as T
}

const homes: string[] = []
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

/** An empty temporary HOME that goes when the test file ends. */
export function emptyHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'reprise-gestura-'))
  homes.push(home)
  return home
}

/** A copy of a fixture folder (`gestura`, or `gestura-bad/<case>`) as a temporary HOME; files keep their times. */
export function fixtureHome(name: string): string {
  const home = emptyHome()
  cpSync(join(fixtures, name), home, { recursive: true, preserveTimestamps: true })
  return home
}

/** Writes a file below a home, folders included, and returns its path. */
export function put(home: string, path: string, content: string | Uint8Array | object): string {
  const full = join(home, path)
  mkdirSync(dirname(full), { recursive: true })
  const isBytes = typeof content === 'string' || content instanceof Uint8Array
  writeFileSync(full, isBytes ? content : JSON.stringify(content, null, 2))
  return full
}

export function placesAt(home: string, more: Partial<Places> = {}): Places {
  return { home, env: {}, platform: 'linux', cwd: home, settings: [], flags: [], ...more }
}

export function sourceAt(home: string, more: Partial<Places> = {}): SourceLocation {
  const [source] = locate(placesAt(home, more))
  if (source === undefined) throw new Error(`no gestura source in ${home}`)
  return source
}

/** A time long after everything in the fixtures, so that nothing of it counts as just written. */
const later = Date.UTC(2027, 5, 1)

export function readingAt(now: number = later): Reading {
  return { signal: new AbortController().signal, scratch: '/nonexistent', key: null, now: () => now }
}
