/** What the tests use of the command's JSON; docs: "Command line". */
export interface ShownEntry {
  readonly id: string
  readonly kind: string
  readonly at: number | null
  readonly text: string
  readonly inherited?: true
  /** The call that holds this one. */
  readonly parent?: string
  readonly draft?: true
  readonly notice?: string
  readonly images?: readonly unknown[]
  readonly tool?: {
    readonly name: string
    readonly status: string
    readonly arguments: unknown
    readonly result: string
    readonly exitCode?: number | null
  }
  readonly clipped?: unknown
  readonly raw?: unknown
}

export interface ListedRow {
  readonly agent: string
  readonly source: string
  readonly id: string
  readonly title: string
  readonly workspace: string | null
  readonly startedAt: number | null
  readonly updatedAt: number | null
  readonly entries: number | null
  readonly checkpoints: number
  readonly resumable: boolean | null
  readonly findings: number | null
  readonly state: string
  readonly model?: string
  readonly effort?: string
  readonly preview?: string
  readonly parent?: string
  readonly parentKind?: string
  readonly layout?: string
}

export interface ListAnswer {
  readonly sessions: readonly ListedRow[]
  readonly complete: boolean
  readonly sources: readonly {
    id: string
    agent: string
    root: string
    state: string
    sessions: number
    findings: readonly { code: string }[]
  }[]
}

export interface ShowAnswer {
  readonly session: ListedRow
  readonly entries: readonly ShownEntry[]
  readonly accounting: { read: number; shown: number; raw: number; unreadable: number }
  readonly usage: { replies: number; input: number; output: number; cached: number } | null
  readonly findings: readonly { code: string; severity: string; where?: string }[]
  readonly path: string | null
}

export interface CheckpointsAnswer {
  readonly checkpoints: readonly {
    id: string
    label: string | null
    at: number | null
    valid: boolean
    restorable: boolean
    holds: { kind: string; messages?: number; tasks?: number }
  }[]
}

export interface TasksAnswer {
  readonly lists: readonly {
    path: string
    exists: boolean
    target: boolean
    currentTaskId: string | null
    tasks: readonly { id: string }[]
  }[]
}

/** Entries that are the session's own: none that a fork takes from its parent. */
export function ownEntries({ entries }: ShowAnswer, kind: string): readonly ShownEntry[] {
  return entries.filter((entry) => entry.kind === kind && !entry.inherited)
}

/** How many entries the list counts: joined ones, without inherited, raw, and nested ones. */
export function countedEntries({ entries }: ShowAnswer): number {
  return entries.filter((entry) => entry.kind !== 'unrecognised' && !entry.inherited && !entry.parent).length
}
