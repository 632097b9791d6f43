import { dirname, join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { withMembers } from '../../../json/edit-members'
import type { FileStepDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { asObject, parseJson } from '../../json-access'
import { readRecord } from '../files/read-record'
import type { SessionFile } from '../files/session-files'
import { namesIn, storageOf } from '../places'
import type { NewSession } from './new-session'
import { projectOfFolder } from './project-of-folder'
import type { SessionWish } from './rows-step'

/** What a file of a session says only of that one. */
const ofTheOrigin = ['parentID', 'share', 'revert', 'permission', 'summary']

interface Named {
  readonly id: string
  readonly path: string
  readonly text: string
  readonly because: string
}

/** A new session where opencode has no database: a file for each record. The session's own comes last, so that it is listed when it is whole. */
export function newSessionFiles(
  source: SourceLocation,
  wish: SessionWish,
  reading: Pick<Reading, 'now'>
): readonly FileStepDraft[] {
  const { made } = wish
  const [file] = wish.session.files
  if (file === undefined || file.oldest) {
    return fail('refused', 'This session is in the layout of the first versions, which Reprise does not write.', {
      advice: 'Start a newer opencode once, which brings it into its own format.'
    })
  }
  const storage = storageOf(source.root)
  const todo = {
    id: 'tasks',
    path: join(storage, 'todo', `${made.id}.json`),
    text: JSON.stringify(made.todos, null, 2),
    because: 'its list of tasks'
  }
  const all = [
    ...recordFiles(storage, made),
    ...(made.todos.length > 0 ? [todo] : []),
    ownFile(storage, file, wish, reading)
  ]
  return all.map(({ id, path, text, because }) => ({
    ...{ id, what: 'session', path, approvedRoot: source.root, content: Buffer.from(text), mode: 0o644, because }
  }))
}

function recordFiles(storage: string, made: NewSession): readonly Named[] {
  const own = JSON.stringify(made.id)
  const messages = made.messages.map(({ id, text }, index) => ({
    id: `message-${index + 1}`,
    path: join(storage, 'message', made.id, `${id}.json`),
    text: withMembers(text, { id: JSON.stringify(id), sessionID: own }),
    because: 'a message of it'
  }))
  const parts = made.messages.flatMap((message) => message.parts.map((part) => ({ ...part, message: message.id })))
  return [
    ...messages,
    ...parts.map(({ id, text, message }, index) => ({
      id: `part-${index + 1}`,
      path: join(storage, 'part', message, `${id}.json`),
      text: withMembers(text, { id: JSON.stringify(id), sessionID: own, messageID: JSON.stringify(message) }),
      because: 'a part of a message'
    }))
  ]
}

function ownFile(
  storage: string,
  { path }: SessionFile,
  { made, title, because, workspace }: SessionWish,
  { now }: Pick<Reading, 'now'>
): Named {
  const place = workspace === null ? null : projectOfFolder(workspace, projectsIn(storage))
  const folder = place === null ? dirname(path) : join(storage, 'session', place.project)
  const info = Object.entries(asObject(parseJson(readRecord(path)))).filter(([name]) => !ofTheOrigin.includes(name))
  const changed = {
    ...Object.fromEntries(info),
    ...{ id: made.id, slug: made.slug, title },
    ...(place !== null && { projectID: place.project, directory: place.directory }),
    time: { created: made.createdAt, updated: Math.max(now(), made.createdAt) }
  }
  return {
    id: 'session',
    path: join(folder, `${made.id}.json`),
    text: JSON.stringify(changed, null, 2),
    because
  }
}

function projectsIn(storage: string): ReadonlyMap<string, { readonly worktree: string | null }> {
  const names = namesIn(join(storage, 'project')).filter((name) => name.endsWith('.json'))
  return new Map(
    names.map((name) => {
      const { worktree } = asObject(parseJson(readRecord(join(storage, 'project', name))))
      return [name.slice(0, -5), { worktree: typeof worktree === 'string' ? worktree : null }]
    })
  )
}
