import { join } from 'node:path'
import type { SessionPart } from '../../adapter'
import type { ClaudePlaces } from '../places'
import { filesBelow, namesIn } from './files-below'
import { findSession } from './find-session'

/**
 * All files of a session, wherever they lie: its transcript, what its folder beside it holds (subagents, large outputs), the backups of files
 * that it changed, and its lists of what was to do. Subagents belong to their session and have no parts of their own. What is left of a session
 * whose transcript is gone is found too.
 */
export function sessionParts(places: ClaudePlaces, id: string): readonly SessionPart[] {
  const file = findSession(places, id)
  if (file?.parent !== undefined || !isPlainName(id)) return []
  const own = file === null ? [] : [part(file.path, 'session', 'the transcript')]
  const beside = file === null ? [] : filesBelow(join(places.projects, file.project, id))
  const backups = filesBelow(join(places.fileHistory, id))
  return [
    ...own,
    ...beside.map((path) =>
      /[/\\]tool-results[/\\]/.test(path)
        ? part(path, 'file', 'a large output')
        : part(path, 'session', 'a subagent, or what is noted of it')
    ),
    ...backups.map((path) => part(path, 'file', 'a file as it was before a change')),
    ...toDoLists(places, id).map((path) => part(path, 'file', 'what was to do'))
  ]
}

function part(path: string, what: SessionPart['what'], because: string): SessionPart {
  return { path, what, because }
}

/** Lists of earlier versions carry the session's id in their names, those of later ones lie in a folder of that name. */
function toDoLists({ root }: ClaudePlaces, id: string): readonly string[] {
  const todos = join(root, 'todos')
  // The whole id: the name of a transcript that a person renamed may be how others begin.
  const isOwn = (name: string) => name === `${id}.json` || name.startsWith(`${id}-agent-`)
  const named = namesIn(todos).filter((entry) => entry.isFile() && isOwn(entry.name))
  return [...named.map(({ name }) => join(todos, name)), ...filesBelow(join(root, 'tasks', id))]
}

function isPlainName(id: string): boolean {
  return id !== '' && id !== '.' && id !== '..' && !/[/\\\0]/.test(id)
}
