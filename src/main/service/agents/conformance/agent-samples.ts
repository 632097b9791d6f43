import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentAdapter, SourceLocation } from '../adapter'

const fixtures = new URL('../../../../../e2e/fixtures/agents/', import.meta.url)

/** What is known of a real session (fixtures: README). */
export interface ExpectedSession {
  readonly id: string
  /** Path below a home. */
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
  readonly version: string
  readonly images?: number
  readonly compactions?: number
  readonly checkpoints?: number
  readonly savedChats?: readonly string[]
  readonly subagents?: readonly string[]
  readonly parent?: string
  readonly forkedFrom?: string
  readonly title?: string
  readonly archived?: boolean
  readonly reverted?: boolean
  readonly interrupted?: boolean
}

/** The real sessions of one agent, and homes of tests' own that hold them. */
export interface AgentSamples {
  readonly expected: readonly ExpectedSession[]
  /** A home with the samples in it. */
  sampleHome(): string
  emptyHome(): string
  sourceIn(home: string): Promise<SourceLocation>
  /** Removes all homes that were made. */
  removeHomes(): void
}

/** `folder` is what the agent has in a home; with `prepare` a home of samples is made ready further. */
export function samplesOf(adapter: AgentAdapter, folder: string, prepare?: (home: string) => void): AgentSamples {
  const { agent } = adapter
  const all = JSON.parse(readFileSync(new URL('expected.json', fixtures), 'utf8')) as (ExpectedSession & {
    folder: string
  })[]
  const homes: string[] = []
  const emptyHome = () => {
    const home = mkdtempSync(join(tmpdir(), `reprise-${agent}-`))
    homes.push(home)
    return home
  }
  return {
    expected: all.filter((session) => session.folder === agent),
    sampleHome: () => {
      const home = emptyHome()
      cpSync(new URL(`${agent}/${folder}`, fixtures), join(home, folder), { recursive: true })
      prepare?.(home)
      return home
    },
    emptyHome,
    sourceIn: async (home) => {
      const [source] = await adapter.locate({ home, env: {}, platform: 'linux', cwd: home, settings: [], flags: [] })
      if (source === undefined) throw new Error(`nothing of ${agent} was located`)
      return source
    },
    removeHomes: () => {
      for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true })
    }
  }
}
