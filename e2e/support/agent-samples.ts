import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './launch'

const fixtures = join(projectRoot, 'e2e', 'fixtures', 'agents')

/** A row of expected.json: what was scripted for one real session (fixtures: README). */
export interface ExpectedSession {
  readonly agent: string
  readonly folder: string
  readonly id: string
  readonly cwd: string
  readonly prompts?: readonly string[]
  readonly userTurns: number
  readonly assistantResponses: number
  readonly toolCalls: number
  readonly failedToolCalls?: number
  readonly wireInputTokens?: number
  readonly wireOutputTokens?: number
  readonly wireCachedTokens?: number
  readonly title?: string
  readonly parent?: string
  readonly forkedFrom?: string
  readonly compactions?: number
  readonly abandonedBranches?: number
}

export const expectedSessions = JSON.parse(
  readFileSync(join(fixtures, 'expected.json'), 'utf8')
) as readonly ExpectedSession[]

/** Agents that record what did not come from the cache, where others record all that went in. */
export const withoutCached: ReadonlySet<string> = new Set(['opencode', 'pi', 'droid'])

/** Puts the samples of some agents, or of all, into a home that is there. */
export function addSamples(home: string, folders = sampleFolders()): void {
  for (const folder of folders) {
    cpSync(join(fixtures, folder), home, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  }
  const shadows = join(home, '.gemini', 'history')
  if (folders.includes('gemini')) {
    for (const project of readdirSync(shadows)) {
      renameSync(join(shadows, project, 'dot-git'), join(shadows, project, '.git'))
    }
  }
}

/** A throw-away home with the samples of all agents. */
export function sampleHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'reprise-samples-'))
  addSamples(home)
  return home
}

function sampleFolders(): readonly string[] {
  return readdirSync(fixtures, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
}
