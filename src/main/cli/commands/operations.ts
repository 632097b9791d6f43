import { agentNames } from '@shared/domain/agents'
import type { Command } from '../command'
import { exit } from '../exit-code'
import { numberOption } from '../number-option'
import { age } from '../output/age'
import { table } from '../output/table'

export const operations: Command = {
  name: 'operations',
  takes: '',
  summary: 'what was changed, the newest first',
  options: { limit: { type: 'string' } },
  positionals: 0,
  async run({ call, json, out, values, now }) {
    const answer = await call('operations.list', { limit: Math.min(500, numberOption(values, 'limit') ?? 100) })
    if (json) {
      out.json(answer)
      return exit.done
    }
    const heads = [
      { title: 'age', most: 10, right: true },
      { title: 'kind', most: 8 },
      { title: 'agent', most: 12 },
      { title: 'title', most: 60, least: 20 },
      { title: 'state', most: 12 },
      { title: 'undo', most: 16 },
      { title: 'operation', most: 60 }
    ]
    const rows = answer.operations.map((one) => [
      age(one.startedAt, now()),
      one.kind,
      agentNames[one.agent],
      one.title,
      one.state,
      one.undoneBy ? 'undone' : one.canUndo ? 'possible' : 'not possible',
      one.id
    ])
    if (rows.length === 0) out.line('Nothing was changed yet.')
    else for (const line of table(heads, rows, out.width)) out.line(line)
    return exit.done
  }
}
