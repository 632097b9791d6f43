import type { PlanDraft } from '../../../restore/plan-draft'
import { isNative } from '../../../restore/plan-draft'
import type { OpenedSession, Reading, SourceLocation } from '../../adapter'
import { movedDraft } from '../../file-store/moved-draft'
import { asLatinJson } from '../../lines/record-line'
import type { ImportSession } from '../../write-part'
import { planNewSession } from './plan-new-session'

type Open = (source: SourceLocation, id: string, reading: Reading) => Promise<OpenedSession>

/** A session from elsewhere with its whole history in one rollout, made as a fork is, but of nothing that lies here. */
export async function planImport(
  open: Open,
  source: SourceLocation,
  { sessionId, from, workspace, moves = [] }: ImportSession,
  reading: Reading
): Promise<PlanDraft> {
  const session = await open(from, sessionId, reading)
  try {
    const draft = await planNewSession(from, session, sessionId, { whole: true }, workspace, reading, moves)
    const steps = draft.steps.map((step) =>
      isNative(step) || step.content === null ? step : { ...step, content: withoutOrigin(step.content) }
    )
    return movedDraft(
      { ...draft, steps, notes: draft.notes.filter((note) => !note.includes('original')) },
      from,
      source
    )
  } finally {
    session.close()
  }
}

/** The first record of a fork names the session that it is of, which is not here. */
function withoutOrigin(content: Uint8Array): Uint8Array {
  const bytes = Buffer.from(content)
  const end = bytes.indexOf(0x0a)
  const record = JSON.parse(bytes.subarray(0, end).toString('utf8')) as Record<string, unknown>
  const payload = record.payload
  const { forked_from_id: _origin, ...own } = (
    typeof payload === 'object' && payload !== null ? payload : record
  ) as Record<string, unknown>
  const line = asLatinJson(typeof payload === 'object' && payload !== null ? { ...record, payload: own } : own)
  return Buffer.concat([Buffer.from(line, 'latin1'), bytes.subarray(end)])
}
