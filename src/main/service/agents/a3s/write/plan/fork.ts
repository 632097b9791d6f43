import { fail } from '@shared/ipc/errors'
import type { JsonObject } from '../../../../json/json-value'
import { sha256Of } from '../../../../restore/file-facts'
import type { PlanDraft, StepDraft } from '../../../../restore/plan-draft'
import type { Reading, SourceKey, SourceLocation } from '../../../adapter'
import type { AdapterChange } from '../../../write-part'
import { assembleSnapshot } from '../../store/fragments'
import { sessionFile } from '../../store/layout'
import { exists } from '../../store/load-session'
import { isSealed } from '../../store/sealed'
import { forkSnapshot } from '../fork-snapshot'
import { allowed } from '../refuse-change'
import { idProblem } from '../save-guards'
import { readySnapshot } from '../session-text'
import { leaseConflict } from './conflicts'
import { judgeKept } from './judge-kept'
import { checkedCut } from './restore-to-entry'
import {
  checkCommittable,
  generationStep,
  type PresentSession,
  presentSession,
  wordsOf,
  writerLease
} from './store-facts'

export type ForkChange = Extract<AdapterChange, { readonly kind: 'fork' }>

/**
 * A new session with the history of this one, in the same store, made as the crate's `fork_for_session` makes it (format 4.3). `taken`: ids that are not
 * free either.
 */
export function planFork(
  source: SourceLocation,
  change: ForkChange,
  reading: Reading,
  taken: readonly string[] = []
): PlanDraft {
  const { key } = reading
  const { sessionId, entry } = change
  if (change.checkpoint !== null && change.parts === undefined) {
    fail('refused', 'Checkpoints of a3s are no states that a session can begin from.', {
      advice: 'Fork the session itself, up to one of its entries, or from a point that Reprise kept.'
    })
  }
  const present =
    change.parts === undefined
      ? presentSession(source, sessionId, key)
      : keptSession(source, sessionId, change.parts, key)
  const history = entry === null ? present.snapshot : checkedCut(present, sessionId, entry).snapshot
  const workspace = workspaceOf(present)
  const newId = freeId(source, sessionId, reading, taken)
  const fork = allowed(forkSnapshot(history, newId, change.workspace ?? workspace), present.path)
  checkCommittable(source, newId, key)
  const ready = allowed(readySnapshot(source.root, fork, key), present.path)
  const lease = writerLease(source.root, key)
  const steps = [
    generationStep(source, newId, ready.bytes, lease, `a new session ${newId}; ${sessionId} stays as it is`, [ready])
  ]
  return {
    title: present.title,
    created: newId,
    steps,
    conflicts: leaseConflict(lease, steps),
    cannot: [
      {
        what: 'Loop and workflow checkpoints',
        because: 'they belong to runs of the first session; the fork begins without them'
      }
    ],
    notes: [
      `Resume it with: a3s code resume ${newId}`,
      ...(change.workspace !== null && change.workspace !== workspace ? [otherWorkspace(source.root)] : [])
    ],
    // What the vault keeps does not change under a plan.
    inputs: change.parts === undefined ? [present.path] : []
  }
}

/** The session as it was kept, also when the store has lost it. Throws `checkpoint.invalid`. */
function keptSession(
  { root }: SourceLocation,
  id: string,
  parts: readonly StepDraft[],
  key: SourceKey
): PresentSession {
  const kept = judgeKept(parts, id, key)
  const snapshot = kept.form === 'envelope' ? kept.value : assembleSnapshot(kept.value, new Map())
  const sealed = parts.some(({ content }) => content !== null && isSealed(content))
  const loaded = { snapshot, form: kept.form, path: sessionFile(root, id) }
  return { ...loaded, ...wordsOf(root, id, snapshot, sealed), sealed }
}

/** Names that are tried; where none of them can be looked up, no more would help. */
const mostForks = 999

const otherWorkspace = (root: string): string =>
  `The new session lies in this store, ${root}. The terminal program of a3s looks only into the store of its own workspace.`

function workspaceOf({ snapshot }: PresentSession): string {
  const session = snapshot.get('session') as JsonObject
  return (session.get('config') as JsonObject).get('workspace') as string
}

/** The same each time that it is asked, so that a plan made twice is one plan. */
function freeId({ root }: SourceLocation, id: string, { key }: Reading, others: readonly string[]): string {
  const named = `${id.replace(/-fork-\d+$/, '')}-fork-`
  // An id that leaves no room for more, or that the log does not take, gives a name that does.
  const base = idProblem(root, `${named}999`).ok ? named : `fork-${sha256Of(Buffer.from(id)).slice(0, 16)}-`
  for (let number = 1; number <= mostForks; number++) {
    // Of a session from elsewhere that is a fork itself, the name may be free here; it is another session all the same.
    if (`${base}${number}` === id || others.includes(`${base}${number}`)) continue
    const taken = exists(root, `${base}${number}`, key)
    if (taken.ok && !taken.value) return `${base}${number}`
  }
  return fail('refused', `No name is free for a fork of ${id} in ${root}.`)
}
