import type { ChangeRequest } from '@shared/domain/change'
import type { SessionRef } from '@shared/domain/session'
import { type Command, type CommandContext, repeatedOption } from '../command'
import { type ExitCode, exit } from '../exit-code'
import { plainText } from '../output/plain-text'
import { sessionArgument } from '../session-argument'
import { UsageError } from '../usage-error'
import { printPlan } from './print-plan'
import { differenceLines, stepDifferences } from './step-differences'
import { writePlan } from './write-plan'

/** What can be mended, the plan of mending it, or a mended copy. */
export const repair: Command = {
  name: 'repair',
  takes: '<session> [--fix F]... [--find | --copy | --diff]',
  summary:
    'mends a damaged session; prints the plan, nothing is changed; --find only says what there is to mend, --diff also what the plan changes',
  options: {
    fix: { type: 'string', multiple: true },
    find: { type: 'boolean' },
    copy: { type: 'boolean' },
    diff: { type: 'boolean' }
  },
  positionals: 1,
  async run(context) {
    const { positionals, values } = context
    if ([values.find, values.copy, values.diff].filter(Boolean).length > 1)
      throw new UsageError('--find, --copy and --diff are different things.')
    const { source, id } = await sessionArgument(context, positionals[0])
    const session = { source, id }
    if (values.find) return printFixes(context, session)
    const wanted = repeatedOption(values, 'fix')
    const fixes = wanted.length === 0 ? null : [...wanted]
    if (values.copy) return makeCopy(context, session, fixes)
    const request = { kind: 'repair', session, fixes } as const
    return values.diff ? printDifferences(context, request) : printPlan(context, request)
  }
}

/** The plan, and what each of its steps changes, before and after. */
async function printDifferences(context: CommandContext, request: ChangeRequest): Promise<ExitCode> {
  const { call, json, out } = context
  const plan = await call('plan.make', request)
  const differences = await stepDifferences(context, plan)
  if (json) {
    out.json({ ...plan, differences })
    return exit.done
  }
  for (const each of differences) {
    const step = plan.steps.find(({ id }) => id === each.step)
    if (step !== undefined) for (const line of differenceLines(each, step)) out.line(line)
    out.line()
  }
  writePlan(plan, out)
  return exit.done
}

async function printFixes({ call, json, out }: CommandContext, session: SessionRef): Promise<ExitCode> {
  const answer = await call('repair.find', { session })
  if (json) out.json(answer)
  else if (answer.fixes.length === 0) out.line('Nothing is damaged that Reprise knows a fix for.')
  for (const { id, title, why, places, where, loses, findings, inPlaceOnly } of json ? [] : answer.fixes) {
    out.line(`${plainText(id)}: ${plainText(title)}${places === 1 ? '' : ` (${places} places)`}`)
    out.line(`    ${plainText(why)}`)
    for (const place of where) out.line(`    ${plainText(place)}`)
    if (findings.length > 0) out.line(`    Answers: ${plainText(findings.join(', '))}`)
    if (inPlaceOnly) out.line('    Only in place: no copy of the session holds it.')
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
