import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A row of expected.json: what a correct reader finds in one session. */
export interface ExpectedSession {
  readonly agent: 'gestura' | 'tact' | 'a3s'
  readonly folder: string
  readonly id: string
  readonly root?: string
  readonly path: string
  readonly cwd: string | null
  readonly prompts: readonly string[]
  readonly userTurns: number
  readonly toolCalls: number
  readonly failedToolCalls: number
  readonly title?: string
  readonly preview?: string
  readonly model?: string | null
  readonly effort?: string
  readonly startedAtMs?: number
  readonly updatedAtMs?: number
  readonly createdAt?: string
  readonly lastActive?: string
  readonly checkpoints?: readonly string[]
  readonly tasks?: number
  readonly tasksFile?: string | null
  readonly tasksElsewhere?: Readonly<Record<string, number>>
  readonly currentTaskId?: string
  readonly shellCommands?: number
  readonly failedShellCommands?: number
  readonly drafts?: readonly string[]
  readonly snapshot?: boolean
  readonly resumable?: boolean | 'refused'
  readonly forkedFrom?: string
  readonly parent?: string | null
  readonly sealed?: boolean
  readonly key?: string
  readonly valid?: boolean
  readonly images?: number
  readonly compactions?: number
  readonly note?: string
  readonly checkpointDetails?: readonly {
    id: string
    label: string | null
    at: string
    messages: number
    tasks: number
  }[]
}

const path = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'fixtures', 'core', 'expected.json')

export const expectedSessions = JSON.parse(readFileSync(path, 'utf8')) as readonly ExpectedSession[]

/** Rows of one agent, grouped by the home and, for a3s, the root in it. */
export function expectedGroups(agent: ExpectedSession['agent']): Map<string, ExpectedSession[]> {
  return Map.groupBy(
    expectedSessions.filter((row) => row.agent === agent),
    (row) => (row.root === undefined ? row.folder : `${row.folder}/${row.root}`)
  )
}
