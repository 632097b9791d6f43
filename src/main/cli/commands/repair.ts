import type { SessionRef } from '@shared/domain/session'
import { type Command, type CommandContext, repeatedOption } from '../command'
import { type ExitCode, exit } from '../exit-code'
import { plainText } from '../output/plain-text'
import { sessionArgument } from '../session-argument'
import { UsageError } from '../usage-error'
import { printPlan } from './print-plan'

/** What can be mended, the plan of mending it, or a mended copy. */
export const repair: Command = {
  name: 'repair',
  takes: '<session> [--fix F]... [--find | --copy]',
  summary: 'mends a damaged session; prints the plan, nothing is changed; --find only says what there is to mend',
  options: { fix: { type: 'string', multiple: true }, find: { type: 'boolean' }, copy: { type: 'boolean' } },
  positionals: 1,
  async run(context) {
    const { positionals, values } = context
    if (values.find && values.copy) throw new UsageError('--find and --copy are two different things.')
    const { source, id } = await sessionArgument(context, positionals[0])
    const session = { source, id }
    if (values.find) return printFixes(context, session)
    const wanted = repeatedOption(values, 'fix')
    const fixes = wanted.length === 0 ? null : [...wanted]
    return values.copy ? makeCopy(context, session, fixes) : printPlan(context, { kind: 'repair', session, fixes })
  }
}

async function printFixes({ call, json, out }: CommandContext, session: SessionRef): Promise<ExitCode> {
  const answer = await call('repair.find', { session })
  if (json) out.json(answer)
  else if (answer.fixes.length === 0) out.line('Nothing is damaged that Reprise knows a fix for.')
  for (const { id, title, why, places, where, loses } of json ? [] : answer.fixes) {
    out.line(`${plainText(id)}: ${plainText(title)}${places === 1 ? '' : ` (${places} places)`}`)
    out.line(`    ${plainText(why)}`)
    for (const place of where) out.line(`    ${plainText(place)}`)
    if (loses !== null) out.line(`    Lost by it: ${plainText(loses)}`)
  }
  return exit.done
}

async function makeCopy(
  { call, json, out, positionals }: CommandContext,
  session: SessionRef,
  fixes: string[] | null
): Promise<ExitCode> {
  const answer = await call('repair.copy', { session, fixes })
  if (json) out.json(answer)
  else {
    out.line(`Kept as ${answer.checkpoint.id}. What the agent has is as it was.`)
    out.line(`To look at it: reprise show ${positionals[0]} --checkpoint ${answer.checkpoint.id}`)
    out.line(`To put it in place: reprise plan ${positionals[0]} ${answer.checkpoint.id}`)
  }
  return exit.done
}
