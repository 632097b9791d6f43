import { realpathSync } from 'node:fs'
import type { ResumeReason } from '@shared/domain/resume'

type Say = (code: string, text: string, advice?: string) => ResumeReason

const say =
  (bearing: ResumeReason['bearing']): Say =>
  (code, text, advice) => ({ code, bearing, text, ...(advice !== undefined && { advice }) })

/** The agent would refuse. */
export const stops = say('stops')
/** Whether it would cannot be told beforehand. */
export const unsure = say('unsure')
/** Worth knowing, and no obstacle. */
export const note = say('note')

/** Where a folder really lies, which is what an agent that starts in it sees; null where it is not there. */
export function realFolder(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}
