import type { Finding } from '@shared/domain/finding'
import { integer, type ReadDatabase } from '../../foreign-sqlite/read-database'
import { isDamage } from '../../foreign-sqlite/sqlite-failure'
import { problem } from '../findings'
import { decodeResumeState, type ResumeState } from '../resume-state'

/** To unpack a larger state takes longer than a first screen may; it is checked when all of its session is read. */
export const quickStateBytes = 64_000

/** null when the session has no state; a state that cannot be read has a finding. */
export function readState(database: ReadDatabase, session: string): ResumeState | null {
  try {
    const row = database.get('SELECT state_zstd FROM resume_states WHERE session_id = ?', session)
    if (row === undefined) return null
    return decodeResumeState(row.state_zstd instanceof Uint8Array ? row.state_zstd : new Uint8Array())
  } catch (error) {
    if (!isDamage(error)) throw error
    return { model: null, workspace: null, lineage: null, history: [], prefix: [], findings: [damagedState(session)] }
  }
}

/** What is wrong with a session's state, as far as a state of at most so many bytes is looked into; null when there is none. */
export function stateFindings(
  database: ReadDatabase,
  session: string,
  largest = Number.POSITIVE_INFINITY
): readonly Finding[] | null {
  try {
    const row = database.get('SELECT length(state_zstd) AS bytes FROM resume_states WHERE session_id = ?', session)
    if (row === undefined) return null
    return (integer(row.bytes) ?? 0) > largest ? [] : (readState(database, session)?.findings ?? null)
  } catch (error) {
    if (!isDamage(error)) throw error
    return [damagedState(session)]
  }
}

function damagedState(session: string): Finding {
  return problem('state.damaged', 'The resume state lies on a damaged page of the database.', { where: session })
}
