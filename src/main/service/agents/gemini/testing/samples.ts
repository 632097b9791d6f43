import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SourceLocation } from '../../adapter'
import { adapter } from '../adapter'

const fixtures = new URL('../../../../../../e2e/fixtures/agents/', import.meta.url)

/** What is known of a real session (fixtures: README). */
export interface ExpectedSession {
  readonly id: string
  readonly path: string
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
  readonly images?: number
  readonly compactions?: number
  readonly checkpoints?: number
  readonly savedChats?: readonly string[]
  readonly parent?: string
  readonly title?: string
}

export const expected = (
  JSON.parse(readFileSync(new URL('expected.json', fixtures), 'utf8')) as (ExpectedSession & { agent: string })[]
).filter(({ agent }) => agent === 'gemini')

const homes: string[] = []

/** A home of its own with the samples in it; repositories have their real name again. */
export function sampleHome(): string {
  const home = emptyHome()
  cpSync(new URL('gemini/.gemini', fixtures), join(home, '.gemini'), { recursive: true })
  for (const project of ['weather', 'caf-app-v2']) {
    const folder = join(home, '.gemini', 'history', project)
    cpSync(join(folder, 'dot-git'), join(folder, '.git'), { recursive: true })
    rmSync(join(folder, 'dot-git'), { recursive: true })
  }
  return home
}

export function emptyHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'reprise-gemini-'))
  homes.push(home)
  return home
}

export async function sourceIn(home: string): Promise<SourceLocation> {
  const [source] = await adapter.locate({ home, env: {}, platform: 'linux', cwd: home, settings: [], flags: [] })
  if (source === undefined) throw new Error('no home of Gemini CLI was located')
  return source
}

export function removeHomes(): void {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true })
}
