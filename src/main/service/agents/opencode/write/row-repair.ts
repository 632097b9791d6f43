import type { Finding } from '@shared/domain/finding'
import type { Fix } from '@shared/domain/repair'
import type { Reading, SourceLocation } from '../../adapter'
import { inUseConflict } from '../../repair/plan-repair'
import type { Mending, RepairPart } from '../../repair/repair-part'
import { databasesOf } from '../places'
import { lookForSession } from '../sessions/find-session'
import { type DamagedRow, damagedRows, type RowDamage, withMended } from './damaged-rows'
import { whyInUse } from './in-use'
import { readSessionRows } from './native-store'
import { stepFor } from './rows-step'

/** Rows of a session that opencode cannot parse: each keeps it from loading the session, or from listing any. */
export const rowRepair: RepairPart = {
  async find(source, sessionId, reading) {
    // One whose file is torn is found as well, and mended as a file.
    const { session } = await lookForSession(source, sessionId, reading)
    const database = session?.database ?? null
    const content = database === null ? null : await readSessionRows(database.path, sessionId, reading)
    if (session === null || database === null || content === null) return []
    const damaged = damagedRows(content)
    if (damaged.length === 0) return []
    const busy = whyInUse(session.info, reading)
    const mending: Mending = {
      fixes: fixesOf(damaged, database.path),
      async steps(chosen) {
        const wanted = damaged.filter(({ kind }) => chosen.has(`rows-${kind}`))
        const because = [...new Set(wanted.map(({ kind }) => words[kind].title))].join('; ')
        return [stepFor(source, database, sessionId, withMended(content, wanted), { because })]
      },
      conflicts: (steps) => (busy === null ? [] : [inUseConflict(busy, steps)])
    }
    return [mending]
  },
  async verify(source, sessionId, paths, reading) {
    const isOwn = databasesOf(source).some(({ path }) => paths.includes(path))
    return isOwn ? leftIn(source, sessionId, reading) : []
  }
}

/** What was not chosen is still there, and no reason to take the rest back. */
async function leftIn(source: SourceLocation, sessionId: string, reading: Reading): Promise<readonly Finding[]> {
  const { session } = await lookForSession(source, sessionId, reading)
  const database = session?.database ?? null
  const content = database === null ? null : await readSessionRows(database.path, sessionId, reading)
  if (database === null || content === null) {
    const what = 'The session is not in the database any more.'
    return [{ code: 'repair.refused', severity: 'problem', what, where: source.root }]
  }
  const kinds = new Set(damagedRows(content).map(({ kind }) => kind))
  return [...kinds].map((kind) => ({
    code: `repair.left.rows-${kind}`,
    severity: 'notice',
    what: `${words[kind].title} could still be done.`,
    where: database.path
  }))
}

const words: Readonly<Record<RowDamage, { readonly title: string; readonly why: string }>> = {
  text: {
    title: 'Mend the characters of records that opencode cannot parse',
    why: 'opencode does not load the session while one of them is in it.'
  },
  records: {
    title: 'Take out records that opencode cannot parse, and the parts of such messages',
    why: 'opencode does not load the session while one of them is in it.'
  },
  columns: {
    title: 'Empty what the session notes of itself and opencode cannot parse',
    why: "opencode's list of sessions fails as a whole while this row is in it."
  }
}

function fixesOf(damaged: readonly DamagedRow[], path: string): readonly Fix[] {
  return [...Map.groupBy(damaged, ({ kind }) => kind)].map(([kind, rows]) => {
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
    return {
      ...{ id: `rows-${kind}`, ...words[kind], findings: ['opencode.record.unreadable'], places: rows.length },
      where: rows.slice(0, 5).map(({ table, id }) => `${path}, ${table} ${id}`),
      loses: kind === 'text' ? null : `${bytes} bytes in ${rows.length === 1 ? 'one row' : `${rows.length} rows`}`
    }
  })
}
