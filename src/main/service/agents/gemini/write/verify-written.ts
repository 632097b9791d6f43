import { sep } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import { withBytes } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { recordedId } from '../files/session-id'
import type { GeminiPlaces } from '../places'
import { readLog } from './log-lines'

/** Reads back the logs that were written: whole lines, the id of their name, and a prompt to go on from. */
export function verifyWritten({ tmp }: GeminiPlaces, paths: readonly string[]): readonly Finding[] {
  return paths
    .filter((path) => path.startsWith(tmp + sep) && /[/\\]chats[/\\]session-[^/\\]*\.jsonl$/.test(path))
    .flatMap(judged)
}

function judged(path: string): readonly Finding[] {
  const problem = (code: string, what: string): Finding[] => [{ code, severity: 'problem', what, where: path }]
  const named = /-([^-]{1,64})\.jsonl$/.exec(path)?.[1] ?? ''
  if (!recordedId(path)?.startsWith(named)) {
    return problem('gemini.restore.id', 'The new session carries another id than its name.')
  }
  return withBytes(path, (source) => {
    for (const record of recordsFrom(source, 0)) {
      if (record.kind !== 'record')
        return problem('gemini.restore.line', 'The new session holds a line that cannot be read.')
    }
    const hasPrompt = readLog(source).some(({ type, answers }) => type === 'user' && answers === null)
    return hasPrompt ? [] : problem('gemini.restore.empty', 'The new session holds no prompt.')
  })
}
