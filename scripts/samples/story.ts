/**
 * A conversation before it is written in an agent's own format. Only what all three formats can hold in some way; a writer leaves out
 * what its format has no place for.
 */
export interface Story {
  readonly project: string
  /** How long before "now" its last turn ended, in minutes. */
  readonly minutesAgo: number
  readonly turns: readonly Turn[]
  readonly tasks?: readonly StoryTask[]
  /** Gestura writes a checkpoint before each change; this asks for one more, with its label, after the turn of that index. */
  readonly checkpoints?: readonly {
    readonly afterTurn: number
    readonly label: string | null
    readonly tasks: boolean
  }[]
  /** The session itself continues in a fork with these turns. */
  readonly fork?: readonly Turn[]
}

export interface Turn {
  readonly prompt: string
  readonly steps: readonly Step[]
  readonly end?: 'completed' | 'failed' | 'interrupted'
  readonly error?: string
}

export type Step =
  | { readonly do: 'say'; readonly text: string; readonly thinking?: string }
  | {
      readonly do: 'shell'
      readonly command: string
      readonly output: string
      readonly exit?: number
      readonly ms?: number
    }
  | { readonly do: 'read'; readonly path: string; readonly content: string }
  | { readonly do: 'edit'; readonly path: string; readonly before: string; readonly after: string }
  | {
      readonly do: 'plan'
      readonly steps: readonly { readonly text: string; readonly status: 'pending' | 'in_progress' | 'completed' }[]
    }
  | { readonly do: 'image'; readonly path: string }
  | { readonly do: 'subagent'; readonly name: string; readonly task: string; readonly output: string }
  | { readonly do: 'compaction'; readonly before: number; readonly after: number }

export interface StoryTask {
  readonly name: string
  readonly description: string
  readonly status: 'open' | 'doing' | 'done' | 'dropped'
  /** Index of the task that holds this one. */
  readonly parent?: number
}

export const say = (text: string, thinking?: string): Step =>
  thinking === undefined ? { do: 'say', text } : { do: 'say', text, thinking }
export const shell = (command: string, output: string, exit = 0, ms = 420): Step => ({
  do: 'shell',
  command,
  output,
  exit,
  ms
})
export const read = (path: string, content: string): Step => ({ do: 'read', path, content })
export const edit = (path: string, before: string, after: string): Step => ({ do: 'edit', path, before, after })
