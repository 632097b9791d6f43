import { agentNames } from '@shared/domain/agents'
import { formatSessionName } from '@shared/domain/ids'
import type { Command } from '../command'
import { exit } from '../exit-code'
import { refuseMissingRoots } from '../missing-roots'
import { numberOption } from '../number-option'
import { age } from '../output/age'
import { table } from '../output/table'
import { workspaceOption } from './list'

export const prompts: Command = {
  name: 'prompts',
  takes: '',
  summary: 'what was asked lately, the newest first',
  options: { workspace: { type: 'string' }, limit: { type: 'string' } },
  positionals: 0,
  async run({ call, scan, json, out, values, cwd, now }) {
    const workspace = workspaceOption(values, cwd)
    const limit = Math.min(500, numberOption(values, 'limit') ?? 100)
    await scan()
    const answer = await call('prompts.recent', { limit, ...(workspace !== undefined && { workspace }) })
    if (answer.prompts.length === 0) await refuseMissingRoots({ call })
    if (json) {
      out.json(answer)
      return exit.done
    }
    const heads = [
      { title: 'age', most: 10, right: true },
      { title: 'agent', most: 12 },
      { title: 'prompt', most: 110, least: 30 },
      { title: 'session', most: 200 }
    ]
    const rows = answer.prompts.map((prompt) => [
      age(prompt.at, now()),
      agentNames[prompt.agent],
      prompt.text,
      formatSessionName(prompt.agent, prompt.session)
    ])
    if (rows.length === 0) out.line('No prompts.')
    else for (const line of table(heads, rows, out.width)) out.line(line)
    return exit.done
  }
}
