import { basename, sep } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { SourceLocation } from '../../adapter'
import { chainFindings } from '../../file-store/written-chain'
import { fieldsOf } from '../../json-fields/fields'
import { withBytes } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { placesOf } from '../places'
import { recordFacts } from './record-facts'

/** Reads back the transcripts that were written: records of one session, that of the name, and the way from the last one through all of them. */
export function verifyWritten(source: SourceLocation, paths: readonly string[]): readonly Finding[] {
  const { projects } = placesOf(source)
  const transcripts = paths.filter(
    (path) => path.startsWith(projects + sep) && /[/\\]chats[/\\][^/\\]+\.jsonl$/.test(path)
  )
  return transcripts.flatMap((path) => [...foreign(path), ...chainFindings('qwen-code', path, recordFacts)])
}

/** Qwen Code refuses a transcript with records of several sessions. */
function foreign(path: string): readonly Finding[] {
  const id = basename(path, '.jsonl')
  return withBytes(path, (source) => {
    for (const record of recordsFrom(source, 0)) {
      if (record.kind !== 'record' || fieldsOf(record.value).sessionId === id) continue
      const what = 'The new session holds a record of another id than its name.'
      return [{ code: 'qwen-code.restore.id', severity: 'problem', what, where: path }]
    }
    return []
  })
}
