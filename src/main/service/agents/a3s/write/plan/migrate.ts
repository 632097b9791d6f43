import { fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../../adapter'
import { brokenRule } from '../fork-snapshot'
import { allowed, refuseChange } from '../refuse-change'
import { readySnapshot } from '../session-text'
import { leaseConflict, runningConflict } from './conflicts'
import { checkCommittable, generationStep, presentSession, writerLease } from './store-facts'

/** Makes one generation of a session of an older layout, as the crate's next aggregate save would (format 3.3). */
export function planMigrate(source: SourceLocation, id: string, reading: Reading): PlanDraft {
  const { key } = reading
  const present = presentSession(source, id, key)
  if (present.form === 'envelope') {
    fail('refused', `Session ${id} is in the present layout already: ${present.path}.`, {
      data: { path: present.path }
    })
  }
  const broken = brokenRule(present.snapshot, id)
  if (broken !== null) refuseChange(broken, present.path)
  checkCommittable(source, id, key)
  const ready = allowed(readySnapshot(source.root, present.snapshot, key), present.path)
  const lease = writerLease(source.root, key)
  const steps = [generationStep(source, id, ready.bytes, lease, 'session and fragments become one generation', [ready])]
  return {
    title: present.title,
    steps,
    conflicts: [
      ...leaseConflict(lease, steps),
      ...runningConflict(source.root, id, present.plain, reading.now(), steps)
    ],
    cannot: [],
    notes: ['The older files stay where they are; from then on a3s reads the new one alone.'],
    inputs: [present.path]
  }
}
