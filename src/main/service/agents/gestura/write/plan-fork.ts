import { randomUUID } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import type { AdapterChange } from '../../write-part'
import { findCheckpoint } from '../checkpoints/list-checkpoints'
import { type GesturaPlaces, placesOf } from '../places'
import { type Fields, fieldsOf, listOf } from '../reading/fields'
import { canonicalTimestamp } from '../reading/timestamp'
import { sessionTitle } from '../sessions/session-title'
import { cutSession } from './cut-session'
import { JsonTextEdit } from './edit-json-text'
import { keptOrigin } from './kept-origin'
import { anySession } from './live-session'
import { checkRestorable } from './plan-restore'
import { restoredFiles } from './restored-files'
import { counted, fileStep } from './step-drafts'

type Fork = Extract<AdapterChange, { kind: 'fork' }>

/**
 * A copy of a session under a new id with both times set to now; title, model, state and workspace are kept and tasks are not taken along,
 * as in the agent's own fork (format page, section 5.7). It may start from a checkpoint, and end at an entry.
 */
export function planFork(source: SourceLocation, change: Fork, reading: Reading): PlanDraft {
  const places = placesOf(source)
  const from = originOf(places, change, reading)
  const cut = change.entry === null ? null : cutSession(from.text, from.session, change.entry)
  const id = randomUUID()
  const now = JSON.stringify(canonicalTimestamp(new Date(reading.now()).toISOString()))
  const edit = new JsonTextEdit(cut?.text ?? from.text)
  edit.replace(['id'], JSON.stringify(id))
  edit.replace(['created_at'], now)
  edit.replace(['last_active'], now)
  const state = fieldsOf(from.session.state)
  if (change.workspace !== null) {
    const workspace = JSON.stringify(existingFolder(change.workspace))
    if (!edit.put(['state'], 'workspace_dir', workspace))
      fail('refused', 'The session has no state that names a workspace.')
  }
  const messages = cut?.messages ?? listOf(state.messages).length
  const path = join(places.liveSessions, `${id}.json`)
  return {
    title: sessionTitle(from.session.title, state.messages),
    created: id,
    steps: [
      fileStep(
        'session',
        'session',
        path,
        dirname(places.liveSessions),
        edit.result(),
        `a new session with ${counted(messages, 'message')}`
      )
    ],
    conflicts: [],
    cannot: [
      { what: 'The tasks', because: 'gestura does not take them along into a fork; the new session starts without any' }
    ],
    notes: [`The new session is gestura:${id}.`, 'A running gestura shows it after a restart.'],
    inputs: from.path === null ? [] : [from.path]
  }
}

/** What is forked, with the file that it was read from; null where it came from the vault. */
interface Origin {
  readonly path: string | null
  readonly text: string
  readonly session: Fields
}

function originOf(places: GesturaPlaces, change: Fork, reading: Reading): Origin {
  if (change.parts !== undefined) return keptOrigin(places, change.sessionId, change.parts)
  return change.checkpoint === null ? anySession(places, change.sessionId) : fromCheckpoint(places, change, reading)
}

function fromCheckpoint(places: GesturaPlaces, { sessionId, checkpoint }: Fork, reading: Reading): Origin {
  const read = findCheckpoint(places.checkpoints, sessionId, checkpoint ?? '', reading.now())
  if (read === undefined)
    return fail('not.found', `Session ${sessionId} has no checkpoint ${checkpoint}.`, { data: { error: 'NotFound' } })
  checkRestorable(read)
  const text = Buffer.from(restoredFiles(read).session).toString('utf8')
  return { path: read.path, text, session: fieldsOf(read.payload?.session) }
}

/** As the agent stores a workspace: an existing folder, with every link on the way resolved. */
function existingFolder(path: string): string {
  try {
    if (isAbsolute(path) && statSync(path).isDirectory()) return realpathSync(path)
  } catch {
    // Said below: for the person it is the same.
  }
  return fail('refused', `The workspace ${path} is no folder that exists.`, {
    advice: 'Name an existing folder by its whole path.'
  })
}
