import type { SessionRef } from '@shared/domain/session'
import type { SessionAccount } from '../agents/adapter'
import type { LibraryWriter } from '../store/library'

/** Keeps the place where the person was; null forgets it. */
export function rememberPlace(writer: LibraryWriter, session: SessionRef, cursor: string | null, now: number): void {
  if (cursor === null) {
    writer.run('delete from reading_place where source = ? and id = ?', session.source, session.id)
    return
  }
  writer.run(
    'insert or replace into reading_place (source, id, cursor, at) values (?, ?, ?, ?)',
    session.source,
    session.id,
    cursor,
    now
  )
}

/**
 * Keeps the counts of a session that was read as a whole, as long as it stays as the catalog knows it. True when what the list shows
 * of it changed by that.
 */
export function keepAccount(writer: LibraryWriter, session: SessionRef, account: SessionAccount): boolean {
  return writer.transaction(() => {
    const row = writer.get<{ unit: number; digest: string; entries: number | null; findings: number | null }>(
      'select unit, digest, entries, findings from session where source = ? and id = ? and shown = 1',
      session.source,
      session.id
    )
    if (!row) return false
    writer.run(
      `insert or replace into account (source, id, digest, accounting, entries, findings, usage)
         values (?, ?, ?, ?, ?, ?, ?)`,
      session.source,
      session.id,
      row.digest,
      JSON.stringify(account.accounting),
      account.entries,
      JSON.stringify(account.findings),
      account.usage === undefined ? null : JSON.stringify(account.usage)
    )
    writer.run(
      'update session set entries = ?, findings = ? where source = ? and id = ? and unit = ?',
      account.entries,
      account.findings.length,
      session.source,
      session.id,
      row.unit
    )
    return row.entries !== account.entries || row.findings !== account.findings.length
  })
}
