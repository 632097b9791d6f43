import { join } from 'node:path'
import type { SourceLocation } from '../adapter'

/** Every place that belongs to one source. Its root is the configuration folder, `~/.claude` or what `CLAUDE_CONFIG_DIR` names. */
export interface ClaudePlaces {
  readonly root: string
  readonly projects: string
  readonly fileHistory: string
  /** Prompts typed in interactive use. */
  readonly history: string
  /** `.claude.json`: beside the folder in the home, within it where the folder was moved. */
  readonly globalConfigs: readonly string[]
}

export function placesOf(source: SourceLocation): ClaudePlaces {
  const { root } = source
  const beside = source.extra?.globalConfig
  return {
    root,
    projects: join(root, 'projects'),
    fileHistory: join(root, 'file-history'),
    history: join(root, 'history.jsonl'),
    globalConfigs: [...(beside === undefined ? [] : [beside]), join(root, '.claude.json')]
  }
}
