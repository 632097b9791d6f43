import type { Checkpoint } from '@shared/domain/checkpoint'
import { cutText } from '../../catalog/cut-text'
import type { Reading } from '../adapter'
import { withBytes } from '../lines/byte-source'
import { readablePath } from './files/readable-path'
import type { RolloutFile } from './files/rollout-files'
import { finding } from './findings'
import { promptOf } from './records/content'
import { asName, asText, isObject } from './records/json-access'
import { type RolloutRecord, rolloutRecord } from './records/rollout-record'
import { recordsHolding } from './transcript/byte-search'

const words = [
  '"task_started"',
  '"turn_started"',
  '"UserMessage"',
  '"user_message"',
  '"FileChange"',
  '"patch_apply_end"'
]

const later = finding('info', 'checkpoint.later', 'Restore of this agent comes later.', {
  still: 'The transcript shows the session up to this turn and after it.'
})

interface Turn {
  readonly id: string
  readonly at: number | null
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
  withBytes(path, (source) => {
    for (const record of recordsHolding(source, words, 0)) {
      const line = rolloutRecord(record.value)
      if (line?.type === 'event_msg') take(turns, line, record.from)
      reading.signal.throwIfAborted()
    }
  })
  return turns.map(checkpointOf).reverse()
}

function take(turns: Turn[], line: RolloutRecord, from: number): void {
  const { kind, payload, at } = line
  const begin = (id: string | null) =>
    turns.push({ id: id ?? `at-${from}`, at, label: null, messages: 0, files: new Set() })
  if (kind === 'task_started' || kind === 'turn_started') begin(asName(payload.turn_id))
  else if (kind === 'UserMessage' || kind === 'user_message') {
    // Before turns had records of their own a prompt began one.
    if (turns.at(-1) === undefined || (kind === 'user_message' && turns.at(-1)?.label !== null)) begin(null)
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

function checkpointOf({ id, label, at, messages, files }: Turn): Checkpoint {
  const holds = { kind: 'turn boundary', messages, files: files.size }
  return { id, label, at, origin: 'agent', holds, valid: true, restorable: false, findings: [later] }
}
