import { type Stats, statSync } from 'node:fs'
import type { ClaudePlaces } from '../places'
import { listSessionFiles, type SessionFile } from './session-files'

/** The transcript of an id. Where several project folders have one, after a folder was renamed, the one written last counts. */
export function findSession(places: ClaudePlaces, id: string): SessionFile | null {
  if (id === '' || /[/\\\0]/.test(id) || id.length > 300) return null
  const found = listSessionFiles(places).filter((file) => file.id === id)
  const dated = found.map((file) => ({ file, at: statOf(file.path)?.mtimeMs ?? 0 }))
  return dated.sort((a, b) => b.at - a.at)[0]?.file ?? null
}

/** Null when there is no such file, or it may not be looked at. */
export function statOf(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

/** Changes whenever the content may have changed. */
export function fingerprintOf(stat: Stats): string {
  return `${stat.dev}-${stat.ino}-${stat.size}-${stat.mtimeMs}`
}
