import { type Conversation, type Node, pathTo } from './conversation'

/** Notes of a run that mean nothing in another session: the queue, totals, copies of requests, progress, and where it ended. */
const left: ReadonlySet<string> = new Set([
  'queue-operation',
  'last-prompt',
  'cost-state',
  'api-request',
  'api-request-shape',
  'api-request-blob',
  'progress'
])
/** State that is written again and again; the last one counts, wherever it stands. */
const lastCounts: ReadonlySet<string> = new Set(['custom-title', 'agent-name', 'ai-title', 'agent-color', 'tag'])

/** What a conversation that ends with a leaf takes along. */
export interface TakenRecords {
  /** In the order to write; the leaf is the last link of the conversation. */
  readonly nodes: readonly Node[]
  readonly path: readonly Node[]
  /** The conversation has no beginning in this file: a link names a record that is not there. */
  readonly torn: boolean
  readonly calls: ReadonlySet<string>
}

/**
 * The records that lead to a leaf, the results of calls that were made side by side (they hang off that path), the snapshots of files at prompts
 * on it, and the state that goes for all of the session. Other branches stay behind.
 */
export function recordsUpTo(conversation: Conversation, leaf: Node): TakenRecords {
  const path = pathTo(conversation, leaf)
  const taken = new Set<Node>(path)
  for (const node of besidePath(conversation, path, leaf)) taken.add(node)
  const uuids = new Set([...taken].map(({ uuid }) => uuid))
  const lastOf = new Map(conversation.nodes.map((node) => [node.type, node]))
  const isTaken = (node: Node): boolean => {
    if (taken.has(node)) return true
    if (node.isSidechain) return node.from < leaf.from
    if (node.uuid !== null || left.has(node.type)) return false
    if (node.snapshot !== null) return uuids.has(node.snapshot)
    if (node.type === 'summary') return uuids.has(node.summaryOf)
    if (lastCounts.has(node.type)) return lastOf.get(node.type) === node
    return node.from < leaf.from && node.type !== ''
  }
  const nodes = conversation.nodes.filter((node) => node !== leaf && isTaken(node))
  const last = nodes.findLastIndex((node) => node.from < leaf.from) + 1
  const later = nodes.slice(last)
  // After the leaf only state may follow, so that every rule of which record is the last one finds the leaf.
  const ordered = [
    ...nodes.slice(0, last),
    ...later.filter(({ uuid }) => uuid !== null),
    leaf,
    ...later.filter(({ uuid }) => uuid === null)
  ]
  const top = path.at(-1)
  return {
    nodes: ordered,
    path,
    torn: top?.parent !== null,
    calls: new Set([...taken].flatMap((node) => node.calls))
  }
}

/** Records of the same replies that are not on the path, and the results of their calls. */
function besidePath({ nodes }: Conversation, path: readonly Node[], leaf: Node): readonly Node[] {
  const replies = new Set(path.flatMap((node) => (node.reply === null ? [] : [node.reply])))
  // A conversation that ends within a reply ends before what the reply did next.
  if (leaf.reply !== null && leaf.calls.length === 0) replies.delete(leaf.reply)
  const beside = nodes.filter((node) => node.reply !== null && !node.isSidechain && replies.has(node.reply))
  const calls = new Set([...beside, ...path].flatMap((node) => node.calls))
  const results = nodes.filter((node) => !node.isSidechain && node.results.some((id) => calls.has(id)))
  return [...beside, ...results]
}
