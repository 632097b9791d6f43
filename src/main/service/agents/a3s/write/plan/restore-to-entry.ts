import { fail } from '@shared/ipc/errors'
import { type JsonObject, toPlain } from '../../../../json/json-value'
import type { PlanDraft } from '../../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../../adapter'
import { entryWords } from '../../../entry-words'
import { fieldsOf, listOf } from '../../fields'
import { ExactTimes } from '../../transcript/exact-times'
import { layOut } from '../../transcript/lay-out'
import { makeEntry, slotId } from '../../transcript/make-entry'
import { brokenRule } from '../fork-snapshot'
import { allowed, refuseChange } from '../refuse-change'
import { readySnapshot } from '../session-text'
import { leaseConflict, runningConflict } from './conflicts'
import { type Cut, cutSnapshot } from './cut-snapshot'
import { notBroughtBack } from './restore-kept'
import {
  checkCommittable,
  generationStep,
  largeGeneration,
  type PresentSession,
  presentSession,
  writerLease
} from './store-facts'

/** Ends the conversation after an entry; the rest of it goes into the safety copy. */
export function planRestoreToEntry(source: SourceLocation, id: string, entry: string, reading: Reading): PlanDraft {
  const { key } = reading
  const present = presentSession(source, id, key)
  const cut = checkedCut(present, id, entry)
  checkCommittable(source, id, key)
  const ready = allowed(readySnapshot(source.root, cut.snapshot, key), present.path)
  const lease = writerLease(source.root, key)
  const known = [...largeGeneration(source, id, key), ready]
  const steps = [
    generationStep(source, id, ready.bytes, lease, `${plural(cut.messages, 'message')} after the entry go`, known)
  ]
  return {
    title: present.title,
    steps,
    conflicts: [
      ...leaseConflict(lease, steps),
      ...runningConflict(source.root, id, present.plain, reading.now(), steps)
    ],
    cannot: [
      ...notBroughtBack(present.plain, present.sealed),
      {
        what: 'Traces, artifacts, verification reports and counts of tokens',
        because: 'nothing in them says whether they came before or after this entry, so all of them stay'
      }
    ],
    notes: notesOf(cut),
    inputs: [present.path]
  }
}

/** A cut whose result a3s would resume. */
export function checkedCut({ snapshot, path, form }: PresentSession, id: string, entry: string): Cut {
  const before = brokenRule(snapshot, id)
  if (before !== null) return refuseChange(before, path)
  const cut = cutSnapshot(snapshot, entry)
  if ('refused' in cut) {
    return fail('refused', `The conversation cannot end after this entry${namedIn(snapshot, entry)}: ${cut.refused}.`, {
      advice: 'Choose another entry.',
      data: { entry, form }
    })
  }
  const broken = brokenRule(cut.snapshot, id)
  return broken === null ? cut : refuseChange(broken, path)
}

/** The entry as a person knows it, in brackets; empty for one that is not there. */
function namedIn(snapshot: JsonObject, id: string): string {
  const plain = fieldsOf(toPlain(snapshot))
  const layout = layOut(plain)
  const slot = layout.slots.find((each) => slotId(each) === id)
  if (slot === undefined) return ''
  const times = new ExactTimes(listOf(plain.run_records), layout)
  return ` (${entryWords(makeEntry(slot, { snapshot: plain, layout, times }))})`
}

function notesOf(cut: Cut): readonly string[] {
  const notes: string[] = []
  if (cut.runs.length > 0) {
    notes.push(`${plural(cut.runs.length, 'run')} that reach beyond the entry go too: ${cut.runs.join(', ')}.`)
    notes.push('A loop checkpoint of such a run stays, and a3s could go on from it.')
  }
  if (cut.subagents > 0)
    notes.push(`${plural(cut.subagents, 'subagent task')} that began later go; their own sessions stay.`)
  if (cut.findings > 0) notes.push(`${plural(cut.findings, 'review finding')} about those runs go.`)
  if (cut.tasks === 'then') notes.push('The task list is the one of then.')
  if (cut.tasks === 'now') notes.push('The task list stays as it is: nothing tells what it was then.')
  return notes
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
