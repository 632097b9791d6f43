import type { Checkpoint } from '@shared/domain/checkpoint'
import { cutText } from '../../catalog/cut-text'
import type { Reading } from '../adapter'
import { asName, asText, isObject } from '../json-access'
import { withBytes } from '../lines/byte-source'
import { readablePath } from './files/readable-path'
import type { RolloutFile } from './files/rollout-files'
import { finding } from './findings'
import { promptOf } from './records/content'
import { type RolloutRecord, rolloutRecord } from './records/rollout-record'
import { recordsHolding } from './transcript/byte-search'
import { readOpening } from './transcript/read-opening'

const words = [
  '"task_started"',
  '"turn_started"',
  '"UserMessage"',
  '"user_message"',
  '"FileChange"',
  '"patch_apply_end"'
]

const first = finding(
  'info',
  'checkpoint.first',
  'Nothing stands before this turn, so there is no conversation to go back to.',
  {}
)
const unmarked = finding(
  'info',
  'checkpoint.unmarked',
  'This version of Codex did not record where turns begin, so Reprise does not cut there.',
  {}
)

interface Turn {
  readonly id: string
  readonly at: number | null
  /** A record of its own says that it begins. */
  readonly marked: boolean
  label: string | null
  messages: number
  readonly files: Set<string>
}

/**
 * Beginnings of turns, the newest first: Codex keeps no files, so a turn is what a session could be cut at (format: "Undo"). Files are those
 * that the turn changed with patches.
 */
export async function readCheckpoints(file: RolloutFile, reading: Reading): Promise<readonly Checkpoint[]> {
  const path = await readablePath(file, reading)
  const turns: Turn[] = []
  const isFork = withBytes(path, (source) => {
    for (const record of recordsHolding(source, words, 0)) {
      const line = rolloutRecord(record.value)
      if (line?.type === 'event_msg') take(turns, line, record.from)
      reading.signal.throwIfAborted()
    }
    return readOpening(source).meta?.base != null
  })
  return turns.map((turn, index) => checkpointOf(turn, index > 0 || isFork)).reverse()
}

function take(turns: Turn[], line: RolloutRecord, from: number): void {
  const { kind, payload, at } = line
  const begin = (id: string | null, marked: boolean) =>
    turns.push({ id: id ?? `at-${from}`, at, marked, label: null, messages: 0, files: new Set() })
  if (kind === 'task_started' || kind === 'turn_started') begin(asName(payload.turn_id), true)
  else if (kind === 'UserMessage' || kind === 'user_message') {
    // Before turns had records of their own a prompt began one.
    if (turns.at(-1) === undefined || (kind === 'user_message' && turns.at(-1)?.label !== null)) begin(null, false)
    const turn = turns.at(-1)
    if (turn === undefined) return
    turn.messages += 1
    turn.label ??= cutText(promptText(line), 200)
  } else if (kind === 'FileChange' || kind === 'patch_apply_end') {
    const { changes } = line.item ?? payload
    for (const path of isObject(changes) ? Object.keys(changes) : []) turns.at(-1)?.files.add(path)
  }
}

function promptText({ item, payload }: RolloutRecord): string {
  return item === null ? (asText(payload.message) ?? '') : promptOf(item.content)
}

function checkpointOf({ id, label, at, messages, files, marked }: Turn, hasBefore: boolean): Checkpoint {
  const holds = { kind: 'turn boundary', messages, files: files.size }
  return {
    id,
    label,
    at,
    origin: 'agent',
    holds,
    valid: true,
    restorable: marked && hasBefore,
    findings: marked ? (hasBefore ? [] : [first]) : [unmarked]
  }
}
