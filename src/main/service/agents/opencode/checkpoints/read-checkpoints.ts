import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Checkpoint } from '@shared/domain/checkpoint'
import { cutText } from '../../../catalog/cut-text'
import type { Reading } from '../../adapter'
import { asList, asName, asTime, type JsonObject } from '../../json-access'
import { finding } from '../findings'
import { promptOf, roleOf, timeOf } from '../records/prompt'
import type { SessionInfo } from '../records/session-info'
import { type MessageKey, type MessageStore, objectOf, objectsOf } from '../records/stored'
import type { FoundSession } from '../sessions/found-session'
import { withMessages } from '../sessions/message-store'
import type { TreeState } from './find-tree'

const noFiles = finding('info', 'checkpoint.no-files', 'opencode kept no files at this point.', {
  still: 'The conversation before it can be put back, as a new session.'
})

/** A turn, as far as it can be put back to its beginning. */
interface Turn {
  readonly id: string
  readonly at: number | null
  readonly label: string
  readonly before: number
  /** Whether the conversation before it can become a session of its own. */
  readonly canSplit: boolean
  /** Tree of the files before the first step. */
  tree: string | null
  readonly files: Set<string>
}

/** What is to be known of one tree of a session. */
export type TreeLookUp = (tree: string) => TreeState

/** What a message says about turns and snapshots. */
interface Step {
  readonly key: MessageKey
  readonly at: number | null
  /** The prompt that it is; null for any other message. */
  readonly label: string | null
  /** Of a generation that can be written. */
  readonly plain: boolean
  readonly parts: readonly JsonObject[]
}

const batch = 400

/** The beginnings of turns, the newest first, and what `/undo` keeps to take itself back (format: "Checkpoints"). */
export async function readCheckpoints(
  session: FoundSession,
  reading: Reading,
  lookUp: TreeLookUp
): Promise<readonly Checkpoint[]> {
  const turns: Turn[] = []
  let count = 0
  for (let next: MessageKey | null = null, more = true; more; ) {
    reading.signal.throwIfAborted()
    const from: MessageKey | null = next
    const steps: readonly Step[] = await withMessages(session, reading, (messages) =>
      messages.from(from, batch + 1).map((key, at) => (at < batch ? readStep(messages, key) : emptyStep(key)))
    )
    for (const step of steps.slice(0, batch)) take(turns, step, count++, session.info)
    next = steps[batch]?.key ?? null
    more = next !== null
    await nextTurn()
  }
  return [...undoneFiles(session.info, lookUp), ...turns.map((turn) => checkpointOf(turn, lookUp)).reverse()]
}

function emptyStep(key: MessageKey): Step {
  return { key, at: null, label: null, plain: true, parts: [] }
}

function readStep(messages: MessageStore, key: MessageKey): Step {
  const message = messages.loadWithoutCalls(key)
  const value = message.info ?? objectOf(message.record)
  const parts = objectsOf(message.parts)
  const label = roleOf(value) === 'user' ? promptOf(parts) : ''
  const kept = parts.filter(({ type }) => type === 'step-start' || type === 'snapshot' || type === 'patch')
  return {
    key,
    at: asTime(timeOf(value).created),
    label: label.trim() === '' ? null : cutText(label, 200),
    plain: message.info === undefined,
    parts: kept
  }
}

function take(turns: Turn[], { key, at, label, plain, parts }: Step, before: number, { parent }: SessionInfo): void {
  const canSplit = plain && parent === null && before > 0
  if (label !== null) turns.push({ id: key.id, at, label, before, canSplit, tree: null, files: new Set() })
  else for (const part of parts) takePart(turns.at(-1), part)
}

function takePart(turn: Turn | undefined, part: JsonObject): void {
  if (turn === undefined) return
  if (part.type === 'step-start' || part.type === 'snapshot') turn.tree ??= asName(part.snapshot)
  if (part.type !== 'patch') return
  turn.tree ??= asName(part.hash)
  for (const file of asList(part.files)) if (typeof file === 'string') turn.files.add(file)
}

function checkpointOf({ id, at, label, before, canSplit, tree, files }: Turn, lookUp: TreeLookUp): Checkpoint {
  const state = tree === null ? null : lookUp(tree)
  const kind = tree === null ? 'turn boundary' : 'git tree'
  const holds = { kind, messages: before, files: tree === null ? null : files.size }
  const findings = state === null || tree === null ? (canSplit ? [noFiles] : []) : treeFindings(tree, state)
  const restorable = canSplit || (state !== null && state !== 'missing')
  return { id, label, at, origin: 'agent', holds, valid: state !== 'missing', restorable, findings }
}

function treeFindings(tree: string, state: TreeState) {
  const where = `tree ${tree.slice(0, 64)}`
  if (state === 'missing') {
    const what = 'The snapshot of the files is gone from the folder in which opencode keeps it.'
    return [finding('problem', 'tree.missing', what, { where })]
  }
  if (state === 'there') return []
  const what = 'The snapshot may lie in the repository of the project, which Reprise has not looked into.'
  return [finding('info', 'tree.borrowed', what, { where })]
}

function undoneFiles({ revert, updatedAt }: SessionInfo, lookUp: TreeLookUp): readonly Checkpoint[] {
  if (!revert?.snapshot) return []
  const state = lookUp(revert.snapshot)
  return [
    {
      id: `${revert.message}:undo`,
      label: 'The files before the undo',
      at: updatedAt,
      origin: 'agent',
      holds: { kind: 'git tree', files: null },
      valid: state !== 'missing',
      restorable: state !== 'missing',
      findings: treeFindings(revert.snapshot, state)
    }
  ]
}
