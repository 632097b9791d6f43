import { dirname, join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { withMembers } from '../../../json/edit-members'
import type { FileStepDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { asObject, parseJson } from '../../json-access'
import { readRecord } from '../files/read-record'
import { namesIn, storageOf } from '../places'
import { projectOfFolder } from './project-of-folder'
import type { SessionWish } from './rows-step'

/** What a file of a session says only of that one. */
const ofTheOrigin = ['parentID', 'share', 'revert', 'permission', 'summary']

/** A new session where opencode has no database: a file for each record. The session's own comes last, so that it is listed when it is whole. */
export function newSessionFiles(
  source: SourceLocation,
  wish: SessionWish,
  { now }: Pick<Reading, 'now'>
): readonly FileStepDraft[] {
  const { session, made, title, because, workspace } = wish
  const [file] = session.files
  if (file === undefined || file.oldest) {
    return fail('refused', 'This session is in the layout of the first versions, which Reprise does not write.', {
      advice: 'Start a newer opencode once, which brings it into its own format.'
    })
  }
  const storage = storageOf(source.root)
  const step = (id: string, path: string, text: string, why: string): FileStepDraft => {
    const content = Buffer.from(text)
    return { id, what: 'session', path, approvedRoot: source.root, content, mode: 0o644, because: why }
  }
  const own = JSON.stringify(made.id)
  const messages = made.messages.map(({ id, text }, index) => {
    const content = withMembers(text, { id: JSON.stringify(id), sessionID: own })
    return step(`message-${index + 1}`, join(storage, 'message', made.id, `${id}.json`), content, 'a message of it')
  })
  const parts = made.messages.flatMap((message) =>
    message.parts.map(({ id, text }) => {
      const ids = { id: JSON.stringify(id), sessionID: own, messageID: JSON.stringify(message.id) }
      return { path: join(storage, 'part', message.id, `${id}.json`), content: withMembers(text, ids) }
    })
  )
  const todo = JSON.stringify(made.todos, null, 2)
  const place = workspace === null ? null : projectOfFolder(workspace, projectsIn(storage))
  const folder = place === null ? dirname(file.path) : join(storage, 'session', place.project)
  const info = Object.entries(asObject(parseJson(readRecord(file.path)))).filter(
    ([name]) => !ofTheOrigin.includes(name)
  )
  const changed = {
    ...Object.fromEntries(info),
    ...{ id: made.id, slug: made.slug, title },
    ...(place !== null && { projectID: place.project, directory: place.directory }),
    time: { created: made.createdAt, updated: Math.max(now(), made.createdAt) }
  }
  return [
    ...messages,
    ...parts.map(({ path, content }, index) => step(`part-${index + 1}`, path, content, 'a part of a message')),
    ...(made.todos.length > 0
      ? [step('tasks', join(storage, 'todo', `${made.id}.json`), todo, 'its list of tasks')]
      : []),
    step('session', join(folder, `${made.id}.json`), JSON.stringify(changed, null, 2), because)
  ]
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
