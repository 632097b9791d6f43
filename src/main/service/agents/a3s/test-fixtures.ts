import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const fixtures = fileURLToPath(new URL('../../../../../e2e/fixtures/core/', import.meta.url))

/** A JSON file of the fixtures. For tests only. */
export function fixtureJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(fixtures, name), 'utf8')) as T
}

/** A fresh folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-a3s-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A copy of one store of the fixtures, as its root. `weather` is the ordinary one. */
export function storeCopy(name: string): string {
  const home = temporaryFolder()
  const below = name === 'weather' ? 'weather' : `stores/${name}`
  cpSync(join(fixtures, 'a3s', below), join(home, below), { recursive: true })
  return name === 'weather' ? join(home, 'weather/.a3s/tui/sessions') : join(home, below)
}

/** A copy of all stores, as a home folder. */
export function homeCopy(): string {
  const home = temporaryFolder()
  cpSync(join(fixtures, 'a3s'), home, { recursive: true })
  return home
}

export const sealedKey = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex')
export const wrongKey = Buffer.alloc(32, 9)

/** A row of `expected.json` about an a3s session. */
export interface ExpectedRow {
  readonly agent: string
  readonly id: string
  readonly root: string
  readonly path: string
  readonly cwd: string
  readonly prompts: readonly string[]
  readonly userTurns: number
  readonly assistantResponses: number
  readonly thinkingBlocks: number
  readonly toolCalls: number
  readonly failedToolCalls: number
  readonly images: number
  readonly schemaVersion: number
  readonly snapshotDigest: string
  readonly parent: string | null
  readonly title: string
  readonly messages: number
  readonly artifacts: number
  readonly retained: readonly string[]
  readonly runs: number
  readonly runEvents: number
  readonly tasks: number
  readonly traceEvents: number
  readonly verificationReports: number
  readonly subagentTasks: number
  readonly reviewFindings: number | null
  readonly valid: boolean
  readonly validationError?: string
  readonly sealed?: boolean
  readonly key?: string
  readonly lease?: { readonly epoch: number; readonly holderId: string }
  readonly loopCheckpoints?: readonly string[]
  readonly workflowCheckpoints?: readonly string[]
}
