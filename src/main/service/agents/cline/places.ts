import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceLocation } from '../adapter'

export interface ClinePlaces {
  readonly root: string
  /** What holds sessions, tasks and settings: a folder of the program's own, or all of what the extension has. */
  readonly data: string
  /** Sessions of the command line program. */
  readonly sessions: string
  /** Tasks of the extension, and of older versions of the program. */
  readonly tasks: string
  readonly taskHistory: string
}

export function placesOf({ root, extra }: SourceLocation): ClinePlaces {
  const inside = join(root, 'data')
  const data = existsSync(inside) ? inside : root
  return {
    root,
    data,
    sessions: extra?.sessions ?? join(data, 'sessions'),
    tasks: join(data, 'tasks'),
    taskHistory: join(data, 'state', 'taskHistory.json')
  }
}
