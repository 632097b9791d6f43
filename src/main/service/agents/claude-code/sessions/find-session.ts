import { type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ClaudePlaces } from '../places'
import { isAgentName, listProjects, listSessionFiles, type SessionFile } from './session-files'

/** Where sessions were found before, by root and id: pages of one session ask again and again, and a home may hold 100,000 files. */
const found = new Map<string, { readonly file: SessionFile; readonly at: number }>()
/** A copy in another folder may become the newer one: after so many ms it is looked again. */
const holdsFor = 3000
const mostFound = 2000
/** Subagents of the last listing of a root. */
const agents = new Map<string, ReadonlyMap<string, SessionFile>>()

/** The transcript of an id. Where several project folders have one, after a folder was renamed, the one written last counts. */
export function findSession(places: ClaudePlaces, id: string): SessionFile | null {
  if (id === '' || /[/\\\0]/.test(id) || id.length > 200 || id === '..') return null
  const key = `${places.root}\0${id}`
  const known = found.get(key)
  const now = performance.now()
  if (known !== undefined && now - known.at < holdsFor && statOf(known.file.path) !== null) return known.file
  const file = isAgentName(id) ? findAgent(places, id) : findMain(places, id)
  if (found.size >= mostFound) found.clear()
  if (file === null) found.delete(key)
  else found.set(key, { file, at: now })
  return file
}

function findMain(places: ClaudePlaces, id: string): SessionFile | null {
  let newest: SessionFile | null = null
  let at = Number.NEGATIVE_INFINITY
  for (const project of listProjects(places)) {
    const path = join(places.projects, project, `${id}.jsonl`)
    const stat = statOf(path)
    if (stat === null || stat.isDirectory() || stat.mtimeMs <= at) continue
    newest = { id, path, project }
    at = stat.mtimeMs
  }
  return newest
}

function findAgent(places: ClaudePlaces, id: string): SessionFile | null {
  const known = agents.get(places.root)?.get(id)
  if (known !== undefined && statOf(known.path) !== null) return known
  const listed = listSessionFiles(places).filter(({ parent }) => parent !== undefined)
  agents.clear()
  agents.set(places.root, new Map(listed.map((file) => [file.id, file])))
  return agents.get(places.root)?.get(id) ?? null
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
