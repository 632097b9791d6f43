import type { Reading, SourceLocation } from '../../../adapter'
import { mendDocument } from '../../../repair/document-mending'
import type { Mending, RepairPart } from '../../../repair/repair-part'
import { sessionFile, walFile } from '../../store/layout'
import { previewOpening } from '../../store/opening'
import { parseDocument } from '../../store/parse-document'
import { isSealed } from '../../store/sealed'
import { judgeDocument } from '../../store/session-document'
import { idProblem } from '../save-guards'
import { leaseConflict, runningConflict } from './conflicts'
import { logMendings } from './repair-log'
import { bytesAt, generationStep, writerLease } from './store-facts'
import { verifyWritten } from './verify-written'

/** What can be mended of a session of a3s: characters that its strict parser does not take, and the log that keeps its store closed. */
export const repair: RepairPart = {
  find: async (source, sessionId, reading) => [
    ...documentMendings(source, sessionId, reading),
    ...logMendings(source, reading)
  ],
  async verify(source, sessionId, paths, reading) {
    // The log is mended for the whole store: another thing that is wrong with this session is no reason to take that back.
    if (paths.some((path) => path !== walFile(source.root))) return verifyWritten(source, sessionId, paths, reading)
    const opening = previewOpening(source.root, 'strict', reading.key)
    const what = opening.ok ? '' : `a3s would still not open the store: ${opening.error}.`
    return opening.ok ? [] : [{ code: 'a3s.restore.refused', severity: 'problem', what, where: source.root }]
  }
}

/** A new generation takes a line in the log, so the store has to open first. */
function documentMendings(source: SourceLocation, id: string, reading: Reading): readonly Mending[] {
  const { key } = reading
  const path = sessionFile(source.root, id)
  const bytes = bytesAt(path)
  if (bytes === null || isSealed(bytes) || isAccepted(bytes, path, id)) return []
  const mended = mendDocument(path, Buffer.from(bytes), ['a3s.session.not-json', 'a3s.session.strict-json'], '')
  if (mended === null || !isAccepted(mended.content, path, id)) return []
  if (!idProblem(source.root, id).ok || !previewOpening(source.root, 'strict', key).ok) return []
  const lease = writerLease(source.root, key)
  const title = mended.fixes.map((fix) => fix.title).join('; ')
  const places = mended.fixes.reduce((sum, fix) => sum + fix.places, 0)
  const [first] = mended.fixes
  if (first === undefined) return []
  return [
    {
      fixes: [{ ...first, id: 'text', title, places }],
      steps: async () => [generationStep(source, id, mended.content, lease, title)],
      conflicts: (steps) => [
        ...leaseConflict(lease, steps),
        ...runningConflict(source.root, id, null, reading.now(), steps)
      ]
    }
  ]
}

function isAccepted(bytes: Uint8Array, path: string, id: string): boolean {
  const parsed = parseDocument(bytes, path)
  const judged = parsed.ok ? judgeDocument(parsed.value, path) : parsed
  return judged.ok && judged.value.id === id
}
