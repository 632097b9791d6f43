import { basename, sep } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { SourceLocation } from '../../adapter'
import { fieldsOf, textOf } from '../../json-fields/fields'
import { withBytes } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { placesOf } from '../places'
import { isNote } from '../sessions/project-notes'
import { isAgentName } from '../sessions/session-files'
import { pathTo, readConversation } from './conversation'
import { leafInFile } from './leaf-in-file'

/** Reads back the transcripts that were written, and says where Claude Code would load something else than what was meant. */
export function verifyWritten(source: SourceLocation, paths: readonly string[]): readonly Finding[] {
  const places = placesOf(source)
  const transcripts = paths.filter(
    (path) => path.startsWith(places.projects + sep) && path.endsWith('.jsonl') && !isNote(places, path)
  )
  return transcripts.flatMap((path) => (isAgentName(basename(path)) ? [] : judged(path)))
}

function judged(path: string): readonly Finding[] {
  const problem = (code: string, what: string): Finding[] => [{ code, severity: 'problem', what, where: path }]
  const id = basename(path, '.jsonl')
  const { foreign, meant } = noted(path, id)
  if (foreign > 0) {
    return problem(
      'claude-code.restore.id',
      `${foreign} records of the new transcript carry another session id than its name.`
    )
  }
  const conversation = withBytes(path, readConversation)
  const leaf = leafInFile(path)
  const node = conversation.byUuid.get(leaf ?? '')
  if (node === undefined) return problem('claude-code.restore.empty', 'The new transcript holds no conversation.')
  if (meant !== null && meant !== leaf) {
    return problem('claude-code.restore.leaf', `Claude Code would go on from record ${leaf}, and not from ${meant}.`)
  }
  const top = pathTo(conversation, node).at(-1)
  if (meant === null || top === undefined || top.parent === null || isTornOff(conversation, top.parent)) return []
  return problem('claude-code.restore.chain', 'The records of the new transcript go round in a circle.')
}

/** A record that was missing in the original is missing in the copy. */
function isTornOff({ byUuid }: ReturnType<typeof readConversation>, parent: string): boolean {
  return !byUuid.has(parent)
}

/** Records of another session, and the leaf that the last note names. */
function noted(path: string, id: string): { foreign: number; meant: string | null } {
  return withBytes(path, (source) => {
    let foreign = 0
    let meant: string | null = null
    for (const record of recordsFrom(source, 0)) {
      const fields = record.kind === 'record' ? fieldsOf(record.value) : {}
      const session = textOf(fields.sessionId)
      if (session !== null && session !== id) foreign += 1
      if (fields.type === 'last-prompt') meant = textOf(fields.leafUuid)
    }
    return { foreign, meant }
  })
}
