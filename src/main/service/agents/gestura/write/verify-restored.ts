import { basename, dirname } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { SourceLocation } from '../../adapter'
import { memberOf } from '../checkpoints/judge-payload'
import { placesOf } from '../places'
import { stemOf } from '../reading/folder-names'
import { restoreCheckpoint } from '../store/checkpoint-store'
import { loadSession } from '../store/session-store'
import { loadTasks } from '../store/task-store'

/** Reads back what was written as strictly as the agent does, and says what it would not accept or find. */
export function verifyRestored(source: SourceLocation, paths: readonly string[]): readonly Finding[] {
  const places = placesOf(source)
  return paths.flatMap((path) => {
    const id = stemOf(basename(path))
    const folder = dirname(path)
    if (folder === places.liveSessions) return judged(path, loadSession(folder, id), 'id', id)
    if (folder === places.liveTasks) return judged(path, loadTasks(folder, id), 'session_id', id)
    if (folder === places.checkpoints) return judged(path, restoreCheckpoint(folder, id), null, id)
    return []
  })
}

type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: string; readonly why: string }

/** `key` names the member that has to repeat the file's name. */
function judged(path: string, answer: Answer, key: string | null, id: string): readonly Finding[] {
  if (!answer.ok) {
    const what = `gestura would not accept the file that was written (${answer.error}): ${answer.why}.`
    return [{ code: 'gestura.restore.refused', severity: 'problem', what, where: path }]
  }
  if (key === null || memberOf(answer.value, key) === id) return []
  const what = 'The file that was written carries another session id than its name.'
  return [{ code: 'gestura.restore.id', severity: 'problem', what, where: path }]
}
