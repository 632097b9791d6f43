import { dirname, join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { Reading, SourceLocation } from '../../adapter'
import { becauseOf, gapsOf, newSessionNotes } from '../../file-store/new-session-words'
import { newWorkspace } from '../../file-store/new-workspace'
import type { NewSession } from '../../file-store/plan-back'
import { pathTo, type RecordTree, type TreeRecord } from '../../file-store/record-tree'
import { uuidSeven } from '../../file-store/uuid-seven'
import { asObject } from '../../json-access'
import { withBytes } from '../../lines/byte-source'
import { asLatinJson, recordLine } from '../../lines/record-line'
import { readHeader } from '../records/session-header'
import { isReply } from './record-facts'

/** What a new session is made of. */
export interface Origin {
  readonly source: SourceLocation
  readonly path: string
  /** The first record. */
  readonly header: unknown
  readonly tree: RecordTree
}

/** The newest format of which is known that records have ids and name their parents. */
const formats = [2, 3]

/**
 * The way to a record as a file of its own, as pi's own fork makes it: a header that names the original, and the records byte for byte. Throws
 * `refused` where pi would not go on from it.
 */
export function newSession(origin: Origin, leaf: TreeRecord, wanted: string | null, { now }: Reading): NewSession {
  const { source, path: from, tree } = origin
  const version = readHeader(origin.header)?.version
  if (version === undefined || !formats.includes(version)) {
    return fail('refused', `This session is in format ${version ?? 'unknown'} of pi, which Reprise does not write.`, {
      advice: 'Open it once in a present version of pi, which brings it into format 3.'
    })
  }
  const path = pathTo(tree, leaf)
  const because = becauseOf(path)
  const lines = withBytes(from, (bytes) => path.records.map((record) => recordLine(bytes, record)))
  if (!lines.some((line) => isReply(JSON.parse(line)))) {
    return fail('refused', 'pi writes a session anew that holds no reply yet, so it cannot end before the first one.', {
      advice: 'Choose the first reply, or begin a new session.'
    })
  }
  const at = new Date(now())
  const id = uuidSeven(at.getTime())
  const workspace = wanted === null ? null : newWorkspace(wanted)
  const header = asLatinJson({
    ...asObject(origin.header),
    id,
    timestamp: at.toISOString(),
    ...(workspace !== null && { cwd: workspace }),
    parentSession: from
  })
  const folder = workspace === null ? dirname(from) : join(source.root, 'sessions', folderOf(workspace))
  const step = {
    ...{ id: 'session', approvedRoot: source.root, mode: 0o644, because },
    what: 'session' as const,
    path: join(folder, `${at.toISOString().replace(/[:.]/g, '-')}_${id}.jsonl`),
    content: Buffer.from([header, ...lines, ''].join('\n'), 'latin1')
  } as const
  const notes = newSessionNotes('pi', id, path)
  return { id, steps: [step], cannot: gapsOf('pi', tree, path), notes, inputs: [from] }
}

/** The folder in which pi looks for sessions of a directory. */
export function folderOf(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`
}
