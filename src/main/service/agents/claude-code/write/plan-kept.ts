import { join, sep } from 'node:path'
import { fail } from '@shared/ipc/errors'
import {
  type ConflictDraft,
  type FileStepDraft,
  isNative,
  type PlanDraft,
  type StepDraft
} from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { hashOf, hashOfFile } from '../../file-store/file-hash'
import { fieldsOf, textOf } from '../../json-fields/fields'
import { bytesSource } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { type ClaudePlaces, placesOf } from '../places'
import { promptOf } from '../records/prompt'
import { isNote } from '../sessions/project-notes'
import { noteConflicts } from './note-steps'
import { whyInUse } from './running-agent'
import { closeFirst, inShort } from './steps'

/** A kept session is put back, byte for byte, where it lay. */
export function planRestoreKept(
  source: SourceLocation,
  sessionId: string,
  parts: readonly StepDraft[],
  reading: Reading
): PlanDraft {
  const places = placesOf(source)
  const steps = parts.map((part) => placed(places, part))
  const notes = steps.filter(({ path }) => isNote(places, path))
  const there = steps.filter((step) => !notes.includes(step) && differs(step))
  return {
    title: titleIn(steps) ?? `Session ${sessionId}`,
    steps,
    conflicts: [...asked(places, sessionId, there, reading), ...noteConflicts(notes)],
    cannot: [
      { what: 'Files in the working directory', because: 'a kept session is its transcript and what belongs to it' }
    ],
    notes: [
      closeFirst,
      'Claude Code lists the session again in its working directory. Files of it that came since stay.'
    ],
    inputs: []
  }
}

/** Whether something else is there now. */
function differs({ path, content }: FileStepDraft): boolean {
  const now = hashOfFile(path)
  return now !== null && now !== (content && hashOf(content))
}

/** What is there already is only written over when the person says so: it may hold turns that came later. */
function asked(
  places: ClaudePlaces,
  sessionId: string,
  there: readonly FileStepDraft[],
  reading: Reading
): readonly ConflictDraft[] {
  if (there.length === 0) return []
  const inUse = whyInUse(places, sessionId, reading.now())
  return [
    {
      id: 'present',
      code: 'claude-code.session.present',
      what: `The session is still there, and what it holds now would give way.${inUse === null ? '' : ` ${inUse}`}`,
      step: null,
      options: [
        { value: 'keep', label: 'Keep what is there', effect: 'Only files that are missing come back.' },
        { value: 'replace', label: 'Put the kept one in its place', effect: 'What is there now goes into the vault.' }
      ],
      default: 'keep',
      leavesOut: { keep: there.map(({ id }) => id), replace: [] }
    }
  ]
}

/** Kept paths are looked at as if anybody could have written them: only what Claude Code keeps for sessions is written to. */
function placed(places: ClaudePlaces, part: StepDraft): FileStepDraft {
  const folders = [places.projects, places.fileHistory, join(places.root, 'todos'), join(places.root, 'tasks')]
  if (isNative(part) || !folders.some((folder) => part.path.startsWith(folder + sep))) {
    return fail('refused', `${part.path} is no place of a session in this source.`, {
      advice: 'The source has moved since the session was kept. Name its old place with --root, or in the settings.'
    })
  }
  return { ...part, approvedRoot: places.root }
}

/** What was asked first in the kept transcript. */
function titleIn(steps: readonly FileStepDraft[]): string | null {
  const content = steps.find(({ what, path }) => what === 'session' && path.endsWith('.jsonl'))?.content
  if (!content) return null
  let first: string | null = null
  for (const record of recordsFrom(bytesSource(Buffer.from(content)), 0)) {
    const fields = record.kind === 'record' ? fieldsOf(record.value) : {}
    const title = fields.type === 'custom-title' ? textOf(fields.customTitle) : null
    if (title) return inShort(title)
    first ??= promptOf(fields)?.text ?? null
  }
  return first === null ? null : inShort(first)
}
