import { agentNames } from '@shared/domain/agents'
import type { Command } from '../command'
import { exit } from '../exit-code'
import { findingLines } from '../output/findings'
import { noSources } from '../output/no-sources'
import { plainPath } from '../output/plain-text'
import { table } from '../output/table'

export const sources: Command = {
  name: 'sources',
  takes: '',
  summary: 'the places where sessions are, and how each is doing',
  options: {},
  positionals: 0,
  async run({ call, scan, json, out }) {
    await scan()
    const answer = await call('sources.list', {})
    if (json) {
      out.json(answer)
      return exit.done
    }
    if (answer.sources.length === 0) {
      out.line(noSources)
      return exit.done
    }
    const rows = answer.sources.map(({ id, agent, state, sessions, root, findings }) => [
      id,
      agentNames[agent],
      state,
      String(sessions),
      String(findings.length),
      root
    ])
    const heads = [
      { title: 'source', most: 24 },
      { title: 'agent', most: 20 },
      { title: 'state', most: 12 },
      { title: 'sessions', most: 10, right: true },
      { title: 'findings', most: 10, right: true },
      { title: 'root', most: 200 }
    ]
    for (const line of table(heads, rows)) out.line(line)
    for (const source of answer.sources.filter((one) => one.findings.length > 0)) {
      out.line()
      out.line(plainPath(source.root))
      for (const line of findingLines(source.findings, '  ')) out.line(line)
    }
    return exit.done
  }
}
