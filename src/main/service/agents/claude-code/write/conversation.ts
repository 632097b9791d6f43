import { type Fields, fieldsOf, textOf } from '../../json-fields/fields'
import type { ByteSource } from '../../lines/byte-source'
import type { LineRecord } from '../../lines/line-record'
import { recordsFrom } from '../../lines/read-records'
import { blocksOf } from '../records/content-blocks'
import { promptOf } from '../records/prompt'

/** One record of a transcript: where it stands and what decides whether a new session takes it along. */
export interface Node {
  readonly from: number
  readonly to: number
  readonly type: string
  /** null for records of state, which are no link of the conversation. */
  readonly uuid: string | null
  readonly parent: string | null
  readonly isSidechain: boolean
  /** Ties the records of one reply together. */
  readonly reply: string | null
  readonly calls: readonly string[]
  /** Calls that it holds the results of. */
  readonly results: readonly string[]
  readonly prompt: string | null
  /** Names the snapshot of files that a record of the file history belongs to. */
  readonly snapshot: string | null
  /** The record that a summary is of. */
  readonly summaryOf: string | null
}

export interface Conversation {
  /** In the order of the file. */
  readonly nodes: readonly Node[]
  readonly byUuid: ReadonlyMap<string, Node>
  /** Lines that hold no record. */
  readonly damaged: number
}

/** The records of a transcript without their texts. */
export function readConversation(source: ByteSource): Conversation {
  const nodes: Node[] = []
  const byUuid = new Map<string, Node>()
  let damaged = 0
  for (const record of recordsFrom(source, 0)) {
    if (record.kind === 'unreadable') {
      damaged += 1
      continue
    }
    const node = nodeOf(record, fieldsOf(record.value))
    nodes.push(node)
    if (node.uuid !== null) byUuid.set(node.uuid, node)
  }
  return { nodes, byUuid, damaged }
}

function nodeOf(record: Extract<LineRecord, { kind: 'record' }>, fields: Fields): Node {
  const type = textOf(fields.type) ?? ''
  const message = fieldsOf(fields.message)
  const blocks = type === 'user' || type === 'assistant' ? blocksOf(message.content) : []
  const named = (kind: string, key: string) =>
    blocks.flatMap((block) => (block.type === kind ? [textOf(block[key]) ?? ''] : []))
  return {
    from: record.from,
    to: record.to,
    type,
    uuid: textOf(fields.uuid),
    // Over a compaction the conversation goes on at another member.
    parent: textOf(fields.parentUuid) ?? textOf(fields.logicalParentUuid),
    isSidechain: fields.isSidechain === true,
    reply: type === 'assistant' ? textOf(message.id) : null,
    calls: named('tool_use', 'id'),
    results: named('tool_result', 'tool_use_id'),
    prompt: promptOf(fields)?.text ?? null,
    snapshot: snapshotOf(type, fields),
    summaryOf: type === 'summary' ? textOf(fields.leafUuid) : null
  }
}

function snapshotOf(type: string, fields: Fields): string | null {
  if (type === 'file-history-delta') return textOf(fields.snapshotMessageId)
  if (type !== 'file-history-snapshot') return null
  return textOf(fieldsOf(fields.snapshot).messageId) ?? textOf(fields.messageId)
}

/** The records from a leaf up to the beginning, the leaf first. */
export function pathTo({ byUuid }: Conversation, leaf: Node): readonly Node[] {
  const path: Node[] = []
  const seen = new Set<Node>()
  for (let at: Node | undefined = leaf; at !== undefined && !seen.has(at); ) {
    seen.add(at)
    path.push(at)
    at = at.parent === null ? undefined : byUuid.get(at.parent)
  }
  return path
}
