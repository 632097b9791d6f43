import type { SessionRef, SessionSummary } from '@shared/domain/session'
import type { LibraryWriter } from '../store/library'
import { maskRemembered } from './mask-remembered'

/** The unit of a row that stands for a session which is gone. */
export const noUnit = 0
/** Digest of a row that the library keeps of a session which it knew; other rows without a unit are made of its checkpoints. */
export const remembered = 'remembered'

/**
 * Keeps what the list knew of a session that vanished from its unit: title, times, directory and prompts (cases: F4). Not of subagents, of what was
 * gone before, and of sessions in which nothing was ever said. `settleSession` has to follow; it decides whether the row is shown.
 */
export function keepTombstone(writer: LibraryWriter, source: string, unit: number, id: string): void {
  const row = writer.get<{ listed: string }>(
    `select listed from session where source = ? and unit = ? and id = ? and parent_kind is not 'subagent' and state <> 'gone'
       and exists (select 1 from prompt where prompt.unit = session.unit and prompt.id = session.id)`,
    source,
    unit,
    id
  )
  if (row === undefined) return
  dropTombstone(writer, { source, id })
  const listed = JSON.parse(row.listed) as SessionSummary
  const gone = JSON.stringify({ ...listed, state: 'gone', resumable: false })
  writer.run(
    `update session set unit = ?, state = 'gone', resumable = 0, own_checkpoints = 0, own_restorable = 0, digest = ?, listed = ?
     where source = ? and unit = ? and id = ?`,
    ...[noUnit, remembered, gone, source, unit, id]
  )
  for (const table of ['prompt', 'directory']) {
    writer.run(`update ${table} set unit = ? where source = ? and unit = ? and id = ?`, noUnit, source, unit, id)
  }
  // It may have been listed by a version that masked nothing, and will not be read again.
  maskRemembered(writer, { source, id }, noUnit)
}

export function dropTombstone(writer: LibraryWriter, { source, id }: SessionRef): void {
  for (const table of ['session', 'prompt', 'directory']) {
    writer.run(`delete from ${table} where source = ? and unit = ? and id = ?`, source, noUnit, id)
  }
}

/** Whether the person does not want to see it once nothing of it is left but its name. */
export function isForgotten(writer: LibraryWriter, { source, id }: SessionRef): boolean {
  return writer.get('select 1 from forgotten where source = ? and id = ?', source, id) !== undefined
}

/** It is there again, so that its next end is news: a deletion was undone, or the agent made it anew. */
export function rememberAgain(writer: LibraryWriter, source: string, id: string): void {
  writer.run('delete from forgotten where source = ? and id = ?', source, id)
}
