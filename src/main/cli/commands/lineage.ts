import { formatSessionName } from '@shared/domain/ids'
import type { Lineage, LineageEdgeKind, LineageNode } from '@shared/domain/lineage'
import type { Command } from '../command'
import { exit } from '../exit-code'
import { plainLine } from '../output/plain-text'
import { sessionArgument } from '../session-argument'

export const lineage: Command = {
  name: 'lineage',
  takes: '<session>',
  summary: 'what a session was forked from, what it started, and where it was compacted',
  options: {},
  positionals: 1,
  async run(context) {
    const { call, json, out, positionals } = context
    const { source, id } = await sessionArgument(context, positionals[0])
    const family = await call('lineage.show', { session: { source, id } })
    if (json) out.json(family)
    else for (const line of treeLines(family, id)) out.line(line)
    return exit.done
  }
}

const longestTitle = 100

const words: Readonly<Record<LineageEdgeKind, string>> = {
  fork: 'fork',
  continuation: 'continued as',
  subagent: 'subagent',
  compaction: 'compacted',
  rewind: 'left branch'
}

/** The family as a tree, one line for each node; `>` stands before the session that was asked about. */
export function treeLines({ nodes, edges, more }: Lineage, asked: string): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const children = Map.groupBy(edges, ({ from }) => from)
  const lines: string[] = []
  const add = (node: LineageNode, kind: LineageEdgeKind | null, depth: number) => {
    const mark = node.kind === 'session' && node.session.id === asked ? '>' : ' '
    lines.push(
      `${mark} ${'  '.repeat(depth)}${kind === null ? '' : `${words[kind]}: `}${plainLine(node.title, longestTitle)}${factsOf(node)}`
    )
    for (const edge of children.get(node.id) ?? []) {
      const next = byId.get(edge.to)
      // Points of one session follow each other: they stand on one level.
      if (next) add(next, edge.kind, node.kind === 'session' ? depth + 1 : depth)
    }
  }
  const [first] = nodes
  if (first) add(first, null, 0)
  if (more > 0) lines.push(`  and ${more} more sessions`)
  return lines
}

function factsOf(node: LineageNode): string {
  const facts = [
    node.kind === 'session' && formatSessionName(node.agent, node.session),
    !node.reachable && 'cannot be read',
    node.loads === true && (node.kind === 'session' ? 'the agent takes it up' : 'the agent goes on from here'),
    node.newest && 'used last'
  ].filter(Boolean)
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`
}
