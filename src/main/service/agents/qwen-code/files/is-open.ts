import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { isAlive } from '../../file-store/process-alive'
import type { QwenPlaces } from '../places'
import { findSession } from './session-files'

/** By the `<id>.runtime.json` that an interactive session keeps beside its transcript; null where there is none, or one of another machine. */
export function isOpen(places: QwenPlaces, id: string): boolean | null {
  const file = findSession(places, id)
  if (file === null) return null
  try {
    const note: unknown = JSON.parse(readFileSync(file.path.replace(/\.jsonl$/, '.runtime.json'), 'utf8'))
    const { pid, hostname: host } = note as { pid?: unknown; hostname?: unknown }
    if (typeof pid !== 'number' || (typeof host === 'string' && host !== hostname())) return null
    return isAlive(pid)
  } catch {
    return null
  }
}
