import { join, sep } from 'node:path'
import type { SessionPart, SourceLocation } from '../../adapter'
import { type ClaudePlaces, placesOf } from '../places'
import { filesBelow } from './files-below'
import { findSession } from './find-session'

/** Where Claude Code keeps notes for a project, whichever session wrote them (format page, section 1). */
export function notesFolder({ projects }: ClaudePlaces, project: string): string {
  return join(projects, project, 'memory')
}

/** The notes of the project that a session lies in; they belong to no session. None for a subagent, and for a session that is gone. */
export function notesOfProject(source: SourceLocation, sessionId: string): readonly SessionPart[] {
  const places = placesOf(source)
  const file = findSession(places, sessionId)
  if (file === null || file.parent !== undefined) return []
  const because = 'a note that Claude Code keeps for the project'
  return filesBelow(notesFolder(places, file.project)).map((path) => ({ path, what: 'file', because }))
}

/** Whether a path is that of a note, in whichever project. */
export function isNote({ projects }: ClaudePlaces, path: string): boolean {
  return path.startsWith(projects + sep) && path.slice(projects.length + 1).split(sep)[1] === 'memory'
}
