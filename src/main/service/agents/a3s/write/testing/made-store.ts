import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { JsonNumber, type JsonObject, type JsonValue } from '../../../../json/json-value'
import { parseLossless } from '../../../../json/parse-lossless'
import { diskGateway } from '../../../../restore/gateway'
import type { Answer } from '../../store/answer'
import { walFile } from '../../store/layout'
import { readWal } from '../../store/wal'
import { temporaryFolder } from '../../test-fixtures'
import { editMember, withMember, without } from '../document-edits'
import { FileSessionStore, type StoreOptions } from '../file-store'
import { forkSnapshot } from '../fork-snapshot'

const weather = fileURLToPath(new URL('../../../../../../../e2e/fixtures/core/a3s/weather/', import.meta.url))

export const plainly: StoreOptions = { gateway: diskGateway, key: null, now: Date.now }

/** The value of an answer; a refusal stops the test. */
export function unwrap<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value
  throw new Error(`${answer.kind}: ${answer.error}`)
}

/** The kind of a refusal, or `ok`. */
export const kindOf = (answer: Answer<unknown>): string => (answer.ok ? 'ok' : answer.kind)

export async function openStore(root = temporaryFolder(), more: Partial<StoreOptions> = {}): Promise<FileSessionStore> {
  return unwrap(await FileSessionStore.open(root, { ...plainly, ...more }))
}

/** One of everything, as the crate wrote it, under an id of the test's own. */
export function sampleSnapshot(id: string, name = 'Sample'): JsonObject {
  const path = join(weather, '.a3s/tui/sessions/v1/sessions/id_YmFyb21ldGVyLTdmM2ExYw.json')
  const snapshot = parseLossless(readFileSync(path, 'utf8')) as JsonObject
  return withName(unwrap(forkSnapshot(without(snapshot, 'session_review'), id, '/home/dev/sample')), name)
}

export function withName(snapshot: JsonObject, name: string): JsonObject {
  return editSession(snapshot, (session) => editMember(session, 'config', (config) => withMember(config, 'name', name)))
}

export function editSession(snapshot: JsonObject, edit: (session: JsonObject) => JsonObject): JsonObject {
  return editMember(snapshot, 'session', edit)
}

export const sessionOf = (snapshot: JsonObject): JsonObject => snapshot.get('session') as JsonObject

export function nameOf(snapshot: JsonObject | null): JsonValue | undefined {
  return snapshot === null ? undefined : (sessionOf(snapshot).get('config') as JsonObject).get('name')
}

export const number = (text: string) => new JsonNumber(text)

/** The log in words: `1 intent session-1`. */
export function logOf(root: string): readonly string[] {
  return unwrap(readWal(root)).entries.map((entry) => `${entry.sequence} ${entry.phase} ${entry.sessionId}`)
}

export const logText = (root: string): string => readFileSync(walFile(root), 'utf8')
