import { basename, dirname } from 'node:path'
import type { TouchedUnits } from '../../adapter'
import type { ClaudePlaces } from '../places'

/** In the configuration folder only these hold what a scan reads. */
const scanned: ReadonlySet<string> = new Set(['projects', 'history.jsonl', 'file-history'])

/** What changed paths stand for: transcripts of sessions and the subagents below them; null for whatever may concern more. */
export function touchedUnits(places: ClaudePlaces, paths: readonly string[]): TouchedUnits | null {
  const units: string[] = []
  for (const path of paths) {
    const folder = dirname(path)
    if (dirname(folder) === places.projects && path.endsWith('.jsonl')) units.push(path)
    else if (folder !== places.root || scanned.has(basename(path))) return null
  }
  return { units, folders: units.map((path) => path.slice(0, -'.jsonl'.length)) }
}
