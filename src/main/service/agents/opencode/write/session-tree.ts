import { join } from 'node:path'
import type { Reading, SessionPart, SourceLocation } from '../../adapter'
import { statOf } from '../../file-store/names-in'
import { asName, asObject } from '../../json-access'
import type { SessionIndex } from '../database/session-index'
import { MessageFiles } from '../files/message-files'
import { filesOfSession, isSafeId, type SessionFile } from '../files/session-files'
import { namesIn, storageOf } from '../places'
import { objectsOf } from '../records/stored'
import { readInfo } from '../sessions/find-session'

/** A session and its subagents, and theirs, in a database: what opencode itself removes together. */
export function treeInDatabase({ sessions }: SessionIndex, id: string): readonly string[] {
  const found = [id]
  for (const parent of found) {
    for (const { info } of sessions.values())
      if (info.parent === parent && !found.includes(info.id)) found.push(info.id)
  }
  return found
}

/** The same in files, where the calls that started subagents name them. */
export function treeInFiles(root: string, id: string, { signal }: Pick<Reading, 'signal'>): readonly string[] {
  const found = [id]
  for (const parent of found) {
    for (const file of filesOfSession(root, parent)) {
      for (const started of startedBy(file, signal)) {
        const isOwn = filesOfSession(root, started).some((each) => readInfo(each)?.parent === parent)
        if (isOwn && !found.includes(started)) found.push(started)
      }
    }
  }
  return found
}

function startedBy(file: SessionFile, signal: AbortSignal): readonly string[] {
  const messages = new MessageFiles(file)
  return messages.from(null, messages.count()).flatMap((key) => {
    signal.throwIfAborted()
    const calls = objectsOf(messages.load(key).parts).filter(({ type, tool }) => type === 'tool' && tool === 'task')
    return calls.flatMap(({ state }) => asName(asObject(asObject(state).metadata).sessionId) ?? [])
  })
}

/** The files of sessions in every older generation: a file for each record, the session's own first. */
export function partsInFiles({ root }: SourceLocation, ids: readonly string[]): readonly SessionPart[] {
  return ids.flatMap((id, index) => partsOfOne(root, id, index === 0))
}

function partsOfOne(root: string, id: string, isFirst: boolean): readonly SessionPart[] {
  if (!isSafeId(id)) return []
  const because = isFirst ? 'a record of it' : 'a record of a subagent of it'
  const files = filesOfSession(root, id)
  const records = files.flatMap(({ path, messages, parts }) => [path, ...recordsIn(messages, parts)])
  const beside = ['todo', 'session_diff'].map((folder) => join(storageOf(root), folder, `${id}.json`))
  const there = [...records, ...(files.length === 0 ? [] : beside.filter((path) => statOf(path) !== null))]
  return [...new Set(there)].map((path) => ({ path, what: 'session', because }))
}

function recordsIn(messages: string, parts: SessionFile['parts']): readonly string[] {
  return jsonIn(messages).flatMap((path) => {
    const message = path.slice(messages.length + 1, -5)
    return [path, ...jsonIn(parts(message))]
  })
}

function jsonIn(folder: string): readonly string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name))
}
