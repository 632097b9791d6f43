import { dirname } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { elementSpans } from '../../../json/element-spans'
import { type FileStepDraft, isNative, type PlanDraft, type StepDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { type GesturaPlaces, placesOf } from '../places'
import { fieldsOf, textOf } from '../reading/fields'
import { readDocument } from '../reading/read-document'
import { readTextFile, statOf } from '../reading/read-file'
import { unfitId } from '../sessions/session-id'
import { sessionTitle } from '../sessions/session-title'
import { session as sessionShape } from '../shapes/session-shape'
import { liveState } from './live-state'
import { restoreConflicts } from './restore-conflicts'
import { closeFirst, counted } from './step-drafts'

/** A kept session is put back, byte for byte, where it lay. */
export function planRestoreKept(
  source: SourceLocation,
  sessionId: string,
  parts: readonly StepDraft[],
  reading: Reading
): PlanDraft {
  const places = placesOf(source)
  const steps = parts.flatMap((part) => (isNative(part) ? foreign(part.path) : [placed(places, part, sessionId)]))
  const changed = steps.filter(({ what }) => what !== 'checkpoint').map(({ id }) => id)
  const back = steps.filter(({ what, path }) => what === 'checkpoint' && statOf(path) === null).length
  const conflicts = unfitId(sessionId) === null ? asked(places, sessionId, reading) : []
  return {
    title: titleIn(steps) ?? `Session ${sessionId}`,
    steps,
    conflicts: conflicts.map((conflict) => ({ ...conflict, leavesOut: { keep: changed, replace: [] } })),
    cannot: [
      { what: 'Files in the workspace', because: 'a kept session is the conversation, its tasks and its checkpoints' }
    ],
    notes: [
      closeFirst,
      ...(back === 0
        ? []
        : [
            `${counted(back, 'checkpoint')} of it that ${back === 1 ? 'is' : 'are'} gone by now ${back === 1 ? 'comes' : 'come'} back too.`
          ]),
      'Checkpoints that were made since stay.'
    ],
    inputs: []
  }
}

/** The title of the kept session, where its file can be read. */
function titleIn(steps: readonly FileStepDraft[]): string | null {
  const content = steps.find(({ what, content }) => what === 'session' && content !== null)?.content ?? null
  if (content === null) return null
  const text = Buffer.from(content).toString('utf8')
  const { value } = readDocument({ text, byteOrderMark: false, validUtf8: true }, sessionShape)
  const { title, state } = fieldsOf(value)
  return title === undefined ? null : sessionTitle(title, fieldsOf(state).messages)
}

function asked(places: GesturaPlaces, sessionId: string, reading: Reading) {
  const live = liveState(places, sessionId)
  return restoreConflicts({ live, sessionId, asked: sessionId, checkpointTasks: 1, now: reading.now() })
}

/** Kept paths are looked at as if anybody could have written them: only folders of this source are written to. */
function placed(places: GesturaPlaces, part: FileStepDraft, sessionId: string): FileStepDraft {
  const folders = [
    ...places.sessionFolders.map(({ path }) => path),
    ...places.tasks.map(({ path }) => path),
    places.checkpoints
  ]
  const folder = dirname(part.path)
  if (folders.includes(folder)) return { ...part, approvedRoot: dirname(folder) }
  if (!places.guiFiles.includes(part.path)) return foreign(part.path)
  const content =
    part.content === null ? null : withElement(part.path, Buffer.from(part.content).toString('utf8'), sessionId)
  return { ...part, approvedRoot: folder, content: content === null ? null : Buffer.from(content) }
}

function foreign(path: string): never {
  return fail('refused', `${path} is no place of a session in this source.`, {
    advice: 'The source has moved since the session was kept. Name its old place with --root, or in the settings.'
  })
}

/** The file of the oldest GUI holds other sessions too: only the kept one is put back into what is there now. */
function withElement(path: string, kept: string, sessionId: string): string {
  const file = readTextFile(path)
  if (file.state !== 'read') return kept
  const spans = elementSpans(file.text, ['sessions'])
  const own = elementSpans(kept, ['sessions']).find(({ from, to }) => idOf(kept.slice(from, to)) === sessionId)
  const there = spans.find(({ from, to }) => idOf(file.text.slice(from, to)) === sessionId)
  if (own === undefined) return file.text
  const element = kept.slice(own.from, own.to)
  if (there !== undefined) return file.text.slice(0, there.from) + element + file.text.slice(there.to)
  const last = spans.at(-1)
  return last === undefined ? kept : `${file.text.slice(0, last.to)},\n    ${element}${file.text.slice(last.to)}`
}

function idOf(text: string): string | null {
  return textOf(fieldsOf(JSON.parse(text)).id)
}
