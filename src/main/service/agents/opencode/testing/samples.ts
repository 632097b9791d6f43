import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SourceLocation } from '../../adapter'
import { adapter } from '../adapter'

const fixtures = new URL('../../../../../../e2e/fixtures/agents/', import.meta.url)

/** What is known of a real session (fixtures: README). */
export interface ExpectedSession {
  readonly id: string
  readonly cwd: string
  readonly title?: string
  readonly prompts?: readonly string[]
  readonly userTurns: number
  readonly assistantResponses: number
  readonly toolCalls: number
  readonly failedToolCalls?: number
  readonly thinkingBlocks?: number
  readonly version: string
  readonly images?: number
  readonly compactions?: number
  readonly parent?: string
  readonly forkedFrom?: string
  readonly reverted?: boolean
  readonly interrupted?: boolean
}

export const expected = (
  JSON.parse(readFileSync(new URL('expected.json', fixtures), 'utf8')) as (ExpectedSession & { agent: string })[]
).filter(({ agent }) => agent === 'opencode')

const homes: string[] = []

/** A home of its own with the samples in it. */
export function sampleHome(): string {
  const home = emptyHome()
  cpSync(new URL('opencode/.local', fixtures), join(home, '.local'), { recursive: true })
  return home
}

export function emptyHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'reprise-opencode-'))
  homes.push(home)
  return home
}

export function dataOf(home: string): string {
  return join(home, '.local', 'share', 'opencode')
}

export async function sourceIn(home: string): Promise<SourceLocation> {
  const [source] = await adapter.locate({ home, env: {}, platform: 'linux', cwd: home, settings: [], flags: [] })
  if (source === undefined) throw new Error('no data folder of opencode was located')
  return source
}

export function removeHomes(): void {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true })
}
