import { cpSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExpectedSession } from './agent-samples'

const fixtures = fileURLToPath(new URL('../../../../../e2e/fixtures/agents/', import.meta.url))

/** A row of expected.json with what only some agents have. */
export interface SampleRow extends ExpectedSession {
  readonly agent: string
  readonly folder: string
  /** Prompts that are on the branch that the agent would go on with, where another one was left. */
  readonly activeUserTurns?: number
  readonly abandonedBranches?: number
  readonly localCommands?: number
}

export const sampleRows = JSON.parse(readFileSync(join(fixtures, 'expected.json'), 'utf8')) as readonly SampleRow[]

/** Puts the real samples of all agents into a home (fixtures: README). */
export function addEverySample(home: string): void {
  for (const entry of readdirSync(fixtures, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    cpSync(join(fixtures, entry.name), home, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  }
  const shadows = join(home, '.gemini', 'history')
  for (const name of readdirSync(shadows)) renameSync(join(shadows, name, 'dot-git'), join(shadows, name, '.git'))
}
