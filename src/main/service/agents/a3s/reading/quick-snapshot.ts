import { isFields, listOf } from '../fields'
import { knownEventTypes } from '../format/event-shapes'
import { type QuickFit, quickFit } from '../format/quick-fit'
import { runRecord, sessionData, sessionSnapshot } from '../format/session-shapes'
import { asFound, list, type StructShape } from '../format/shape'

/** Parts of which there are so many that a first look only glances at them. */
const numerous = new Set(['run_records', 'trace_events', 'artifacts'])

const glancing: StructShape = {
  ...sessionSnapshot,
  fields: sessionSnapshot.fields.map((field) => (numerous.has(field.name) ? { ...field, shape: list(asFound) } : field))
}

const restFits = quickFit(glancing)
const headFits = quickFit(requiredFieldOf(runRecord, 'snapshot'))

/** Whether a plain session part has its form. */
export const sessionFits: QuickFit = quickFit(sessionData)

/** Whether a plain snapshot has its form, down to every field. */
export const wholeSnapshotFits: QuickFit = quickFit(sessionSnapshot)

/** The same, but of events only the type: enough for a list, at a fraction of the cost. */
export function snapshotFits(value: unknown): boolean {
  return restFits(value) && isFields(value) && listOf(value.run_records).every(runFits)
}

function runFits(run: unknown): boolean {
  if (!isFields(run) || !headFits(run.snapshot) || !Array.isArray(run.events)) return false
  for (const entry of run.events) {
    if (!isFields(entry) || !isFields(entry.event)) return false
    if (typeof entry.event.type !== 'string' || !knownEventTypes.has(entry.event.type)) return false
  }
  return true
}

function requiredFieldOf(shape: StructShape, name: string): StructShape {
  const found = shape.fields.find((field) => field.name === name)?.shape
  if (found?.is !== 'struct') throw new Error(`${shape.name} has no struct ${name}`)
  return found
}
