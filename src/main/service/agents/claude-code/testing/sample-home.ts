import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Entry } from '@shared/domain/transcript'
import { afterAll } from 'vitest'
import type { ListedSession, Reading, SourceLocation } from '../../adapter'
import { adapter } from '../adapter'
import { locate } from '../locate'

const fixtures = fileURLToPath(new URL('../../../../../../e2e/fixtures/agents/', import.meta.url))
const made: string[] = []
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** What is known of one session of the samples. */
export interface ExpectedSession {
  readonly agent: string
  readonly folder: string
  readonly id: string
  readonly cwd: string
  readonly prompts: readonly string[]
  readonly userTurns: number
  readonly assistantResponses: number
  readonly toolCalls: number
  readonly failedToolCalls: number
  readonly thinkingBlocks: number
  readonly wireInputTokens: number
  readonly wireOutputTokens: number
  readonly wireCachedTokens: number
  readonly version: string
  readonly title?: string
  readonly images?: number
  readonly parent?: string
  readonly forkedFrom?: string
  readonly abandonedBranches?: number
  readonly activeUserTurns?: number
  readonly compactions?: number
}

export const expectedSessions = (
  JSON.parse(readFileSync(join(fixtures, 'expected.json'), 'utf8')) as readonly ExpectedSession[]
).filter(({ agent }) => agent === 'claude-code')

export function emptyHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'reprise-claude-'))
  made.push(home)
  return home
}

/** A home with a copy of one of the samples. */
export function sampleHome(folder: string): string {
  const home = emptyHome()
  cpSync(join(fixtures, folder), home, { recursive: true, preserveTimestamps: true })
  return home
}

/** A home with one session of the given records. */
export function madeHome(records: readonly unknown[], id = 'made', project = '-w'): string {
  const home = emptyHome()
  put(home, `.claude/projects/${project}/${id}.jsonl`, lines(records))
  return home
}

export function lines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

export function put(home: string, name: string, text: string | Buffer): void {
  mkdirSync(dirname(join(home, name)), { recursive: true })
  writeFileSync(join(home, name), text)
}

export function sourceIn(home: string): SourceLocation {
  const [source] = locate({ home, env: {}, platform: 'linux', cwd: home, settings: [], flags: [] })
  if (!source) throw new Error('nothing was located')
  return source
}

export const reading: Reading = {
  signal: new AbortController().signal,
  scratch: tmpdir(),
  key: null,
  now: () => Date.UTC(2026, 10, 29, 16)
}

export async function listAll(home: string): Promise<ReadonlyMap<string, ListedSession>> {
  const found = new Map<string, ListedSession>()
  for await (const step of adapter.scan(sourceIn(home), { fingerprint: () => undefined }, reading)) {
    if (step.type === 'unit') for (const session of step.sessions) found.set(session.id, session)
  }
  return found
}

/** All entries of a session and what its account says. */
export async function readAll(home: string, id: string) {
  const session = await adapter.open(sourceIn(home), id, reading)
  const entries: Entry[] = []
  for (let from: string | null = 'start'; from !== null; ) {
    const page = await session.page({ from, direction: 'forward', limit: 5 })
    entries.push(...page.entries)
    from = page.after
  }
  const account = await session.account(reading.signal, () => undefined)
  return { session, entries, account }
}
