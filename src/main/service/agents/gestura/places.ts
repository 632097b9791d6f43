import { join } from 'node:path'
import type { SourceLocation } from '../adapter'

/** Which release wrote a session: the present store, the one before it, or the single file of the oldest GUI. */
export type SessionLayout = 'agent_sessions' | 'chat_sessions' | 'gui_sessions'

export interface SessionFolder {
  readonly layout: 'agent_sessions' | 'chat_sessions'
  readonly path: string
  /** Whether the agent of today opens sessions from here; null when that is not known. */
  readonly live: boolean | null
}

export interface TaskPlace {
  /** What the person reads. */
  readonly name: string
  readonly path: string
  /** Whether applying a checkpoint writes here. */
  readonly target: boolean
}

/** Every place that belongs to one source. Sessions may lie below another root than all the rest. */
export interface GesturaPlaces {
  readonly home: string
  readonly dataFolder: string
  /** In order of precedence: an id in an earlier folder hides the same id in a later one. */
  readonly sessionFolders: readonly SessionFolder[]
  readonly guiFiles: readonly string[]
  /** The folder that the agent itself reads and writes. */
  readonly liveSessions: string
  readonly checkpoints: string
  readonly tasks: readonly TaskPlace[]
  readonly liveTasks: string
  /** Folders that hold a sandbox folder for each session without a workspace of its own. */
  readonly sandboxes: readonly string[]
}

export function placesOf(source: SourceLocation): GesturaPlaces {
  const home = source.root
  const dataFolder = join(home, '.gestura')
  const sessionHomes = [...new Set([source.extra?.sessionsHome ?? home, home])]
  const liveTasks = join(dataFolder, 'tasks')
  const userData = source.extra?.userData ?? join(home, '.local', 'share')
  return {
    home,
    dataFolder,
    sessionFolders: sessionHomes.flatMap((root, index): SessionFolder[] => [
      { layout: 'agent_sessions', path: join(root, '.gestura', 'agent_sessions'), live: index === 0 },
      { layout: 'chat_sessions', path: join(root, '.gestura', 'chat_sessions'), live: null }
    ]),
    guiFiles: sessionHomes.map((root) => join(root, '.gestura', 'gui_sessions.json')),
    liveSessions: join(sessionHomes[0] ?? home, '.gestura', 'agent_sessions'),
    checkpoints: join(dataFolder, 'checkpoints'),
    tasks: [
      { name: 'process-wide', path: liveTasks, target: true },
      { name: 'automatic checkpoints', path: join(dataFolder, '.gestura', 'tasks'), target: false },
      { name: 'terminal UI', path: join(userData, '.gestura', 'tasks'), target: false }
    ],
    liveTasks,
    sandboxes: [join(userData, 'gestura', 'sessions'), join(dataFolder, 'sessions')]
  }
}
