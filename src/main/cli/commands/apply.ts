import { formatSessionName } from '@shared/domain/ids'
import type { ApplyResult } from '@shared/domain/operation'
import type { SessionRef } from '@shared/domain/session'
import { type Command, type CommandContext, type OptionValues, repeatedOption, textOption } from '../command'
import { type ExitCode, exit } from '../exit-code'
import type { Output } from '../output/output'
import { plainText } from '../output/plain-text'
import { UsageError } from '../usage-error'

export const apply: Command = {
  name: 'apply',
  takes: '<plan>',
  summary: 'carries out a plan that you looked at',
  options: { digest: { type: 'string' }, choice: { type: 'string', multiple: true } },
  positionals: 1,
  async run({ call, json, out, positionals, values }) {
    const [planId] = positionals
    const digest = textOption(values, 'digest')
    if (planId === undefined) throw new UsageError('Name the plan; `reprise plan <session> <checkpoint>` makes one.')
    if (digest === undefined)
      throw new UsageError('Give --digest as the plan shows it, so that it is the plan that you looked at.')
    const result = await call('plan.apply', { planId, digest, choices: choicesOf(values) })
    if (json) out.json(result)
    else {
      writeResult(result, out)
      for (const each of result.createdAll ?? (result.created === undefined ? [] : [result.created]))
        out.line(`The new session: ${await nameOf(each, call)}`)
    }
    return exitCodeOfResult(result)
  }
}

/** As the other commands take it, so that it can be shown at once. */
async function nameOf(session: SessionRef, call: CommandContext['call']): Promise<string> {
  const { sources } = await call('sources.list', {})
  const source = sources.find(({ id }) => id === session.source)
  return plainText(source === undefined ? session.id : formatSessionName(source.agent, session, true))
}

/** `--choice <conflict>=<option>`, as often as needed. */
export function choicesOf(values: OptionValues): Record<string, string> {
  return Object.fromEntries(
    repeatedOption(values, 'choice').map((text) => {
      const at = text.indexOf('=')
      if (at < 1) throw new UsageError(`--choice takes <conflict>=<option>, not "${text}".`)
      return [text.slice(0, at), text.slice(at + 1)]
    })
  )
}

export function writeResult({ operationId, results, verified, state }: ApplyResult, out: Output): void {
  for (const { outcome, action, path, message } of results) {
    out.line(
      `  ${outcome.padEnd(11)} ${action.padEnd(7)} ${plainText(path)}${message ? `: ${plainText(message)}` : ''}`
    )
  }
  const back = state === 'done' ? ` To take it back: reprise undo ${operationId}` : ''
  const asBefore = state === 'rolled-back' ? ' Everything is as it was before.' : ''
  out.line(`${state}${verified ? ', checked by reading back' : ''}.${back}${asBefore}`)
}

/** An apply that did not do all of it says so with its exit code. */
export function exitCodeOfResult({ state, results }: ApplyResult): ExitCode {
  if (state === 'done') return exit.done
  return results.some((result) => result.outcome === 'done') ? exit.partly : exit.failed
}
