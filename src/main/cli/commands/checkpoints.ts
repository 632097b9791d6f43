import type { Checkpoint } from '@shared/domain/checkpoint'
import { allPages } from '../all-pages'
import type { Command } from '../command'
import { exit } from '../exit-code'
import { age } from '../output/age'
import { findingLines } from '../output/findings'
import { table } from '../output/table'
import { sessionArgument } from '../session-argument'

export const checkpoints: Command = {
  name: 'checkpoints',
  takes: '<session>',
  summary: 'the points that a session can be put back to',
  options: {},
  positionals: 1,
  async run(context) {
    const { json, out, positionals, now } = context
    const session = await sessionArgument(context, positionals[0])
    const answer = await allPages(context, 'checkpoints.list', { session: { source: session.source, id: session.id } })
    if (json) {
      out.json({ checkpoints: answer.checkpoints })
      return exit.done
    }
    const heads = [
      { title: 'age', most: 10, right: true },
      { title: 'label', most: 40, least: 12 },
      { title: 'holds', most: 50 },
      { title: 'state', most: 20 },
      { title: 'id', most: 100 }
    ]
    const rows = answer.checkpoints.map((point) => [
      age(point.at, now()),
      point.label ?? '',
      held(point),
      stateOf(point),
      point.id
    ])
    if (rows.length === 0) out.line('No checkpoints.')
    else for (const line of table(heads, rows, out.width)) out.line(line)
    for (const point of answer.checkpoints.filter((one) => one.findings.length > 0)) {
      out.line()
      out.line(point.id)
      for (const line of findingLines(point.findings, '  ')) out.line(line)
    }
    return exit.done
  }
}

function held({ holds }: Checkpoint): string {
  const count = (value: number | null | undefined, word: string) =>
    typeof value === 'number' ? [`${value} ${word}`] : []
  const parts = [...count(holds.messages, 'messages'), ...count(holds.tasks, 'tasks'), ...count(holds.files, 'files')]
  return [holds.kind, ...parts].join(', ')
}

function stateOf({ valid, restorable }: Checkpoint): string {
  if (!valid) return 'not valid'
  return restorable ? 'can be put back' : 'view only'
}
