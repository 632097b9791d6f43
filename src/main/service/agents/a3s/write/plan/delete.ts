import type { PlanDraft, StepDraft } from '../../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../../adapter'
import { findSession } from '../../reading/find-session'
import { readSidecar } from '../../reading/sidecar'
import { sessionFile } from '../../store/layout'
import { loadSnapshot } from '../../store/load-session'
import { isThere } from '../../store/read-bytes'
import { isSealed } from '../../store/sealed'
import { filesOfSession } from '../delete-session'
import { allowed } from '../refuse-change'
import { leaseConflict, runningConflict } from './conflicts'
import { refuseGone } from './refuse-gone'
import { bytesAt, generationStep, largeGeneration, wordsOf, writerLease } from './store-facts'

const newFileMode = 0o600

/** Removes what the crate's `delete` removes (format 3.4); all of it goes into the vault. */
export function planDelete(source: SourceLocation, id: string, reading: Reading): PlanDraft {
  const { root } = source
  const { key } = reading
  const current = sessionFile(root, id)
  const files = allowed(filesOfSession(root, id, key), current).filter(isThere)
  if (files.length === 0) return refuseGone(root, id, key)
  const lease = writerLease(root, key)
  const steps: StepDraft[] = files.map((path, index) =>
    path === current
      ? generationStep(source, id, null, lease, 'the session is removed', largeGeneration(source, id, key))
      : {
          id: `part-${index}`,
          what: 'session',
          path,
          approvedRoot: root,
          content: null,
          mode: newFileMode,
          because: 'a part of the session is removed'
        }
  )
  const loaded = loadSnapshot(root, id, key)
  const sealed = files.some((path) => isSealed(bytesAt(path) ?? new Uint8Array()))
  const known = loaded.ok && loaded.value !== null ? wordsOf(root, id, loaded.value.snapshot, sealed) : null
  const shown = findSession(root, id, key, 'quick')?.snapshot ?? null
  return {
    title: known?.title ?? `Session ${id}`,
    steps,
    conflicts: [...leaseConflict(lease, steps), ...runningConflict(root, id, shown, reading.now(), steps)],
    cannot: [],
    notes: notesOf(root, id, bytesAt(current) === null),
    inputs: []
  }
}

function notesOf(root: string, id: string, legacyOnly: boolean): readonly string[] {
  const notes = [
    'Loop and workflow checkpoints stay, as with a3s itself: they belong to runs.',
    'Sessions of its subagents stay; they are sessions of their own.'
  ]
  const { path } = readSidecar(root, id)
  if (path !== null) notes.push(`What the program of a3s keeps beside the store stays: ${path}`)
  if (legacyOnly) notes.push('The session lies in the layout from before the v1 folder.')
  return notes
}
