import { basename, join } from 'node:path'
import type { SourceLocation } from '../adapter'

/** Where the parts of one tact store lie (format: "Files beside config.toml"). */
export interface StorePaths {
  readonly root: string
  readonly config: string
  readonly database: string
  readonly memory: string
  /** Layout of 0.1 to 0.3: one file per run segment, and one per resume state. */
  readonly transcripts: string
  readonly checkpoints: string
}

/** Name of the database below the root: the unit of a scan, and what findings point at. */
export const databaseUnit = 'sessions/v2.sqlite3'

export function storePaths(source: Pick<SourceLocation, 'root' | 'extra'>): StorePaths {
  const { root } = source
  return {
    root,
    config: source.extra?.config ?? join(root, 'config.toml'),
    database: join(root, databaseUnit),
    memory: join(root, 'memory', 'v1.sqlite3'),
    transcripts: join(root, 'transcripts'),
    checkpoints: join(root, 'checkpoints')
  }
}

/** `~/.tact` named by its folder, for titles of documents. */
export function configName(paths: StorePaths): string {
  return basename(paths.config)
}
