import type { PlanDraft } from '../../restore/plan-draft'
import type { Reading, SourceLocation } from '../adapter'
import type { ImportSession, WritePart } from '../write-part'

type PlanImport = (source: SourceLocation, change: ImportSession, reading: Reading) => PlanDraft | Promise<PlanDraft>

/** A write part that also takes in sessions from elsewhere. */
export function withImport(part: WritePart, planImport: PlanImport): WritePart {
  return {
    ...part,
    changes: [...part.changes, 'import'],
    plan: async (source, change, reading) =>
      change.kind === 'import' ? planImport(source, change, reading) : part.plan(source, change, reading),
    async verify(source, sessionId, paths, reading, kind) {
      const found = await part.verify(source, sessionId, paths, reading, kind)
      // What comes from elsewhere comes with all its branches; a fork has one.
      return kind === 'import' ? found.filter(({ code }) => !code.endsWith('.leaf')) : found
    }
  }
}
