import type { AgentId } from '@shared/domain/agents'
import { agentNames } from '@shared/domain/agents'
import type { Finding } from '@shared/domain/finding'
import { withBytes } from '../lines/byte-source'
import { pathTo, type RecordFacts, readTree } from './record-tree'

/**
 * Reads back a log that was written: whole lines, a prompt, and every record on the way from the last one, which the agent goes on from, to the
 * first. So the agent will load all of it, and nothing else.
 */
export function chainFindings(agent: AgentId, path: string, factsOf: (value: unknown) => RecordFacts): Finding[] {
  const problem = (code: string, what: string): Finding[] => [
    { code: `${agent}.restore.${code}`, severity: 'problem', what, where: path }
  ]
  const tree = withBytes(path, (source) => readTree(source, factsOf))
  if (tree.damaged > 0) return problem('line', 'The new session holds a line that cannot be read.')
  const linked = tree.records.filter(({ id }) => id !== null)
  const last = linked.at(-1)
  if (last === undefined || !linked.some(({ role }) => role === 'prompt')) {
    return problem('empty', 'The new session holds no prompt.')
  }
  const loaded = pathTo(tree, last).records.length
  if (loaded === linked.length) return []
  return problem(
    'leaf',
    `${agentNames[agent]} would go on from ${loaded} of ${linked.length} records of the new session.`
  )
}
