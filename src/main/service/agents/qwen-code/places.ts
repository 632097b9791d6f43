import { join } from 'node:path'
import type { SourceLocation } from '../adapter'

/** Every place that belongs to one source. Its root is `~/.qwen`. */
export interface QwenPlaces {
  readonly root: string
  readonly projects: string
  readonly fileHistory: string
  /** Where earlier versions kept sessions. */
  readonly tmp: string
}

export function placesOf({ root }: SourceLocation): QwenPlaces {
  return { root, projects: join(root, 'projects'), fileHistory: join(root, 'file-history'), tmp: join(root, 'tmp') }
}
