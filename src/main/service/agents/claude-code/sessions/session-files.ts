import { type Dirent, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ClaudePlaces } from '../places'

/** A transcript: of a session, or of a subagent of one. */
export interface SessionFile {
  /** Name of the file without its ending; for sessions, what `claude --resume` takes. */
  readonly id: string
  readonly path: string
  /** Name of the project folder. It comes of the working directory and does not lead back to it. */
  readonly project: string
  /** The session that a subagent belongs to, where its place says so; undefined for a session itself. */
  readonly parent?: string | null
}

/** Depth below a session's folder at which subagents are looked for. */
const deepest = 4

/** All transcripts of a source. Folders that cannot be listed are skipped; `health` tells of the one that matters. */
export function listSessionFiles(places: ClaudePlaces): readonly SessionFile[] {
  return listProjects(places).flatMap((project) => filesOfProject(places.projects, project))
}

/** Names of the project folders. A link may stand for one. */
export function listProjects({ projects }: ClaudePlaces): readonly string[] {
  return namesIn(projects).flatMap((entry) => (entry.isDirectory() || entry.isSymbolicLink() ? [entry.name] : []))
}

export function filesOfProject(projects: string, project: string): readonly SessionFile[] {
  const folder = join(projects, project)
  const found: SessionFile[] = []
  for (const entry of namesIn(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) found.push(...subagentsOf(path))
    else if (entry.name.endsWith('.jsonl')) found.push(sessionFile(path))
  }
  return found
}

/** A transcript right in a project folder. */
export function sessionFile(path: string): SessionFile {
  const id = basename(path, '.jsonl')
  const project = basename(dirname(path))
  return isAgentName(id) ? { id, path, project, parent: null } : { id, path, project }
}

/** Transcripts of subagents below the folder of a session, which lies in that of its project. */
export function subagentsOf(folder: string): readonly SessionFile[] {
  return subagentsBelow(folder, { project: basename(dirname(folder)), parent: basename(folder) }, 0)
}

/** Subagents of a session lie in its folder, some of them deeper than others. */
function subagentsBelow(folder: string, of: { project: string; parent: string }, depth: number): SessionFile[] {
  if (depth > deepest) return []
  return namesIn(folder).flatMap((entry): SessionFile[] => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'tool-results' ? [] : subagentsBelow(path, of, depth + 1)
    const id = entry.name.slice(0, -'.jsonl'.length)
    return entry.name.endsWith('.jsonl') && isAgentName(id) ? [{ id, path, ...of }] : []
  })
}

export function isAgentName(id: string): boolean {
  return id.startsWith('agent-')
}

function namesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
