import { basename, dirname, join, sep } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { SourceLocation } from '../../adapter'
import { chainFindings } from '../../file-store/written-chain'
import { withBytes } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { eventOf } from '../records/event'
import { recordFacts } from './record-facts'

/** Reads back the logs that were written: the session of the folder's name, a prompt, and each event after the one before it. */
export function verifyWritten({ root }: SourceLocation, paths: readonly string[]): readonly Finding[] {
  const logs = paths.filter(
    (path) => path.startsWith(join(root, 'session-state') + sep) && path.endsWith('events.jsonl')
  )
  return logs.flatMap((path) => {
    const chain = chainFindings('copilot-cli', path, recordFacts)
    if (namedIn(path) === basename(dirname(path))) return chain
    const what = 'The new log names another session than its folder.'
    return [{ code: 'copilot-cli.restore.id', severity: 'problem', what, where: path }, ...chain]
  })
}

function namedIn(path: string): unknown {
  return withBytes(path, (source) => {
    const [first] = recordsFrom(source, 0)
    const { type, data } = eventOf(first?.kind === 'record' ? first.value : null)
    return type === 'session.start' ? data.sessionId : null
  })
}
