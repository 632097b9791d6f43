import { fail } from '@shared/ipc/errors'
import type { ConflictDraft, PlanDraft, StepDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { removeFiles } from '../../file-store/remove-files'
import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { withDatabase } from '../../foreign-sqlite/with-database'
import { readSessionIndex } from '../database/session-index'
import { tablesOf } from '../database/tables'
import { findSession } from '../sessions/find-session'
import { closeFirst, whyInUse } from './in-use'
import { stepFor } from './rows-step'
import { partsInFiles, treeInDatabase, treeInFiles } from './session-tree'
import { readBase } from './store-base'

/** All rows of a session and of its subagents go, as with opencode's own command, and what older generations hold of it in files. */
export async function planDelete(source: SourceLocation, sessionId: string, reading: Reading): Promise<PlanDraft> {
  const { info, database, files } = await findSession(source, sessionId, reading)
  if (info.parent !== null) {
    return fail('refused', 'A subagent belongs to its session and is not deleted alone.', {
      advice: 'Delete the session.'
    })
  }
  const title = info.title ?? sessionId
  const inUse = whyInUse(info, reading)
  const inFiles = files.length === 0 ? [] : treeInFiles(source.root, sessionId, reading)
  const parts = partsInFiles(source, inFiles)
  if (database === null) {
    return removeFiles({ source, title, parts, objections: inUse === null ? [] : [inUse], cannot: [] })
  }
  const tree = treeInDatabase(await readSessionIndex(database, reading), sessionId)
  const base = await withDatabase(
    database.path,
    reading,
    (open) => {
      if (tablesOf(open).has('session_share')) for (const id of tree) refuseShared(open, id)
      return JSON.stringify(readBase(open, info.project))
    },
    'opencode'
  )
  const steps: readonly StepDraft[] = [
    ...tree.map((id, index) => stepFor(source, database, id, null, { ...wordsOf(index), base })),
    ...parts.map(({ path, what, because }, index) => ({
      ...{ id: `file-${index + 1}`, what, path, approvedRoot: source.root, content: null, mode: 0o600, because }
    }))
  ]
  return {
    title,
    steps,
    conflicts: inUse === null ? [] : [stayOpen(inUse, steps)],
    cannot: [{ what: 'Files in the working directory', because: 'deleting a session changes nothing there' }],
    notes: [closeFirst, 'Everything that goes is put into the vault and can be brought back.'],
    inputs: []
  }
}

function wordsOf(index: number) {
  return index === 0
    ? { id: 'session', because: 'All rows of the session go' }
    : { id: `subagent-${index}`, because: 'A subagent of it goes with it' }
}

function refuseShared(database: ReadDatabase, id: string): void {
  if (database.get('SELECT id FROM session_share WHERE session_id = ?', id) === undefined) return
  fail('refused', 'This session is shared: without its row opencode could not end that any more.', {
    advice: 'End the sharing in opencode (`/unshare`), then make the plan again.'
  })
}

function stayOpen(what: string, steps: readonly StepDraft[]): ConflictDraft {
  return {
    id: 'in-use',
    code: 'session.in-use',
    what,
    step: null,
    options: [
      { value: 'keep', label: 'Keep the session', effect: 'Nothing is removed.' },
      { value: 'replace', label: 'Delete it anyway', effect: 'Its rows go into the vault.' }
    ],
    default: 'keep',
    leavesOut: { keep: steps.map(({ id }) => id), replace: [] }
  }
}
