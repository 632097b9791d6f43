import type { Entry } from '@shared/domain/transcript'
import { type Fields, fieldsOf, listOf, textOf, timeOf } from '../fields'
import { contentText, resultText } from './display-text'
import { showEvent } from './event-notice'
import type { ExactTimes } from './exact-times'
import { imageInfo, imagesOf } from './images-of'
import type { Layout } from './lay-out'
import { makeCall } from './make-call'
import { eventsOf, snapshotOf } from './place-runs'
import { planOf } from './plan-of'
import { reviewText, runNotice, subagentText, verificationText } from './record-texts'
import { blocksOf, type Slot, saidText } from './slots'

/** What entries are made from. */
export interface EntrySource {
  readonly snapshot: Fields
  readonly layout: Layout
  readonly times: ExactTimes
}

/** Stable id of an entry, from its place in the document. */
export function slotId(slot: Slot): string {
  switch (slot.kind) {
    case 'user':
    case 'steering':
      return `m${slot.message}`
    case 'said':
      return `m${slot.message}.t${slot.from}`
    case 'image':
      return `m${slot.message}.images`
    case 'thinking':
      return `m${slot.message}.thinking`
    case 'call':
      return `m${slot.call.message}.${slot.call.block}`
    case 'result':
      return `m${slot.result.message}.${slot.result.block}`
    case 'strange':
      return slot.block === null ? `m${slot.message}` : `m${slot.message}.${slot.block}`
    case 'event':
      return `r${slot.run}.${slot.event}`
    case 'run':
      return `r${slot.run}.end`
    case 'strange run':
      return `r${slot.run}`
    case 'subagent':
      return `s${slot.task}`
    case 'verification':
      return `v${slot.report}`
    case 'review':
      return `f${slot.finding}`
  }
}

/** Makes the entry of a slot. */
export function makeEntry(slot: Slot, source: EntrySource): Entry {
  const entry = { id: slotId(slot), at: null, text: '' }
  const { snapshot, times } = source
  switch (slot.kind) {
    case 'user': {
      const images = imagesOf(blocksOf(messageOf(snapshot, slot.message))).map(imageInfo)
      const at = times.prompt(slot.message)
      return { ...entry, kind: 'user', at, text: slot.own, ...(images.length > 0 && { images }) }
    }
    case 'said': {
      const message = messageOf(snapshot, slot.message)
      const text = saidText(message, slot.from, slot.to)
      return message.role === 'assistant'
        ? { ...entry, kind: 'assistant', text }
        : { ...entry, kind: 'notice', notice: 'other', text }
    }
    case 'steering':
      return { ...entry, kind: 'notice', notice: 'other', text: contentText(messageOf(snapshot, slot.message)) }
    case 'image': {
      const images = imagesOf(blocksOf(messageOf(snapshot, slot.message))).map(imageInfo)
      return { ...entry, kind: 'image', images }
    }
    case 'thinking':
      return { ...entry, kind: 'thinking', text: textOf(messageOf(snapshot, slot.message).reasoning_content) }
    case 'call':
      return makeCall(slot, entry.id, source)
    case 'result': {
      const block = fieldsOf(blocksOf(messageOf(snapshot, slot.result.message))[slot.result.block])
      const text = `A result whose call is not in the session:\n${resultText(block.content)}`
      return { ...entry, kind: 'notice', notice: 'other', text }
    }
    default:
      return makeRecordEntry(slot, entry, snapshot)
  }
}

type RecordSlot = Exclude<
  Slot,
  { readonly kind: 'user' | 'said' | 'steering' | 'image' | 'thinking' | 'call' | 'result' }
>
type Blank = Pick<Entry, 'id' | 'at' | 'text'>

function makeRecordEntry(slot: RecordSlot, entry: Blank, snapshot: Fields): Entry {
  switch (slot.kind) {
    case 'strange':
      return { ...entry, kind: 'unrecognised', text: labelOf(strangePart(snapshot, slot.message, slot.block)) }
    case 'strange run':
      return { ...entry, kind: 'unrecognised', text: 'run' }
    case 'event':
      return makeEventEntry(entry, fieldsOf(eventsOf(listOf(snapshot.run_records)[slot.run])[slot.event]))
    case 'run': {
      const run = listOf(snapshot.run_records)[slot.run]
      return { ...entry, kind: 'notice', at: timeOf(snapshotOf(run).updated_at_ms), ...runNotice(run) }
    }
    case 'subagent': {
      const task = fieldsOf(listOf(snapshot.subagent_tasks)[slot.task])
      return { ...entry, kind: 'notice', notice: 'session', at: timeOf(task.started_ms), text: subagentText(task) }
    }
    case 'verification': {
      const report = listOf(snapshot.verification_reports)[slot.report]
      return { ...entry, kind: 'notice', notice: 'other', text: verificationText(report) }
    }
    case 'review': {
      const finding = fieldsOf(listOf(fieldsOf(snapshot.session_review).findings)[slot.finding])
      const at = timeOf(finding.observedAtMs)
      return { ...entry, kind: 'notice', notice: 'reflection', at, text: reviewText(finding) }
    }
  }
}

function makeEventEntry(entry: Blank, record: Fields): Entry {
  const at = timeOf(record.timestamp_ms)
  const shown = showEvent(record.event)
  if (shown.as === 'notice') return { ...entry, kind: 'notice', notice: shown.notice, at, text: shown.text }
  if (shown.as === 'plan') return { ...entry, kind: 'plan', at, ...planOf(record.event) }
  return { ...entry, kind: 'unrecognised', at, text: labelOf(record.event) }
}

export function messageOf(snapshot: Fields, index: number): Fields {
  return fieldsOf(listOf(fieldsOf(snapshot.session).messages)[index])
}

/** A block, or the whole message. */
export function strangePart(snapshot: Fields, message: number, block: number | null): unknown {
  const whole = listOf(fieldsOf(snapshot.session).messages)[message]
  return block === null ? whole : blocksOf(whole)[block]
}

function labelOf(record: unknown): string {
  const type = textOf(fieldsOf(record).type)
  return type === '' ? 'record without a type' : type
}
