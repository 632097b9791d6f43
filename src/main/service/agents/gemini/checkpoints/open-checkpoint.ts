import { readFileSync } from 'node:fs'
import { fail } from '@shared/ipc/errors'
import type { OpenedSession, SourceLocation } from '../../adapter'
import { fingerprintOf, statOf } from '../../file-store/names-in'
import { LineSession } from '../../lines/line-session'
import { findSession, type SessionFile } from '../files/find-session'
import { Workspaces } from '../files/project-folders'
import { readSession } from '../listing/read-session'
import { placesOf } from '../places'
import { historyIn, messagesOfHistory, openMessages } from '../transcript/made-lines'
import { TranscriptFormat } from '../transcript/transcript-format'
import { checkpointId, checkpointPaths } from './checkpoint-files'
import { chatId, savedChats } from './saved-chats'

/** A checkpoint beyond this size is not taken into memory. */
const largest = 256 * 1024 * 1024

/** The conversation as a checkpoint or a saved chat holds it. Throws `not.found` or `checkpoint.invalid`. */
export function openCheckpoint(source: SourceLocation, sessionId: string, checkpoint: string): OpenedSession {
  const places = placesOf(source)
  const file = findSession(places, sessionId)
  const path = file === null ? null : pathOf(file, checkpoint)
  const read = file === null ? null : readSession(file, new Workspaces(places))
  if (path === null || read === null) {
    return fail('not.found', `There is no conversation in checkpoint ${checkpoint.slice(0, 80)}.`)
  }
  const messages = messagesOfHistory(historyOf(path))
  return new LineSession(new TranscriptFormat(path, { ...read, findings: [] }, () => openMessages(messages)))
}

/** Null when there is no such checkpoint, or it holds no conversation. */
export function checkpointFingerprint(source: SourceLocation, sessionId: string, checkpoint: string): string | null {
  const file = findSession(placesOf(source), sessionId)
  const path = file === null ? null : pathOf(file, checkpoint)
  const stat = path === null ? null : statOf(path)
  return stat === null ? null : fingerprintOf(stat)
}

function pathOf({ group }: SessionFile, checkpoint: string): string | null {
  const found = checkpointPaths(group.project).find((path) => checkpointId(path) === checkpoint)
  return found ?? savedChats(group.project).find((chat) => chatId(chat) === checkpoint)?.path ?? null
}

function historyOf(path: string): readonly unknown[] {
  const invalid = (what: string) => fail('checkpoint.invalid', what, { data: { error: 'unreadable' } })
  const stat = statOf(path)
  if (!stat?.isFile() || stat.size > largest) return invalid('The checkpoint is no file that can be read.')
  try {
    const history = historyIn(JSON.parse(readFileSync(path, 'utf8')))
    return history ?? invalid('The checkpoint holds no conversation.')
  } catch (error) {
    if (error instanceof SyntaxError) return invalid('The checkpoint is no valid JSON.')
    throw error
  }
}
