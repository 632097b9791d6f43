import { join } from 'node:path'
import type { SourceLocation } from '../adapter'

/** Every place that belongs to one source. Its root is `~/.gemini`. */
export interface GeminiPlaces {
  readonly root: string
  /** One folder for each project: sessions, saved chats, checkpoints, typed prompts. */
  readonly tmp: string
  /** Shadow repositories, one for each project. */
  readonly history: string
  /** Absolute directories with their short names. */
  readonly projects: string
}

export function placesOf({ root }: SourceLocation): GeminiPlaces {
  return { root, tmp: join(root, 'tmp'), history: join(root, 'history'), projects: join(root, 'projects.json') }
}
