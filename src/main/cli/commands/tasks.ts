import type { Command } from '../command'
import { exit } from '../exit-code'
import { findingLines } from '../output/findings'
import { plainLine } from '../output/plain-text'
import { sessionArgument } from '../session-argument'

export const tasks: Command = {
  name: 'tasks',
  takes: '<session>',
  summary: 'the task lists of a session, in every place where the agent keeps one',
  options: {},
  positionals: 1,
  async run(context) {
    const { call, json, out, positionals } = context
    const session = await sessionArgument(context, positionals[0])
    const answer = await call('tasks.list', { session: { source: session.source, id: session.id } })
    if (json) {
      out.json(answer)
      return exit.done
    }
    if (answer.lists.length === 0) out.line('No task lists.')
    for (const [index, list] of answer.lists.entries()) {
      if (index > 0) out.line()
      out.line(
        `${list.place}: ${list.path}${list.exists ? '' : ' (not there)'}${list.target ? ' (a restore writes here)' : ''}`
      )
      for (const task of list.tasks) {
        out.line(
          `${'  '.repeat(task.depth + 1)}${task.current ? '>' : '-'} ${plainLine(task.name, 100)} [${task.status}]`
        )
      }
      for (const line of findingLines(list.findings, '  ')) out.line(line)
    }
    return exit.done
  }
}
