import type { Accounting } from '@shared/domain/transcript'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../fields'
import { isWire } from './display-text'
import { showEvent } from './event-notice'
import { eventsOf } from './place-runs'
import { blocksOf } from './slots'

/**
 * Counts the records of a conversation: content blocks (a message without any counts as one), reasoning, runs and their events,
 * subagent tasks, verification reports, review findings, artifacts and trace events. Kept raw are blocks and events of
 * unknown type, texts that only steer the model, artifacts and trace events.
 */
export function accountRecords(snapshot: Fields): Accounting {
  let [read, raw] = [0, 0]
  for (const message of listOf(fieldsOf(snapshot.session).messages)) {
    const counts = countMessage(message)
    read += counts.read
    raw += counts.raw
  }
  for (const run of listOf(snapshot.run_records)) {
    const events = eventsOf(run)
    read += 1 + events.length
    raw += isFields(run) && isFields(run.snapshot) ? 0 : 1
    for (const entry of events) if (showEvent(fieldsOf(entry).event).as === 'raw') raw += 1
  }
  const shown = ['subagent_tasks', 'verification_reports'].map((part) => listOf(snapshot[part]).length)
  const kept = ['artifacts', 'trace_events'].map((part) => listOf(snapshot[part]).length)
  const review = listOf(fieldsOf(snapshot.session_review).findings).length
  read += sum(shown) + sum(kept) + review
  raw += sum(kept)
  return { read, shown: read - raw, raw, unreadable: 0, unreadableRanges: [] }
}

function countMessage(message: unknown): { readonly read: number; readonly raw: number } {
  if (!isFields(message)) return { read: 1, raw: 1 }
  const blocks = blocksOf(message)
  const reasoning = textOf(message.reasoning_content) === '' ? 0 : 1
  const hidden = isWire(message)
  const raw = blocks.filter((block) => !isKnown(block) || (hidden && !isCall(block))).length
  return { read: Math.max(1, blocks.length + reasoning), raw }
}

function isKnown(block: unknown): boolean {
  return isCall(block) || (isFields(block) && (block.type === 'text' || block.type === 'image'))
}

function isCall(block: unknown): boolean {
  return isFields(block) && (block.type === 'tool_use' || block.type === 'tool_result')
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
