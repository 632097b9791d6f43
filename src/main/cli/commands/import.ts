import { resolve } from 'node:path'
import { formatSessionName } from '@shared/domain/ids'
import type { Inspection } from '@shared/domain/import'
import { allPages } from '../all-pages'
import { type Command, type CommandContext, repeatedOption, textOption } from '../command'
import { type ExitCode, exit } from '../exit-code'
import { dayWord } from '../output/day-word'
import { type BundledConfig, writeInspection } from '../output/inspection'
import { plainText } from '../output/plain-text'
import { UsageError } from '../usage-error'
import { putInto, sessionNamed } from './import-into'

export const importFile: Command = {
  name: 'import',
  takes:
    '<path>... [--inspect] [--keep [--again] | --into <agent>[@source] [--workspace P] [--map OLD=NEW]...] [--session S]... [--all] [--label T]',
  summary:
    'looks into bundles, session files, stores, folders or zips; keeps what is inside, or plans to put it into its agent',
  options: {
    inspect: { type: 'boolean' },
    keep: { type: 'boolean' },
    again: { type: 'boolean' },
    into: { type: 'string' },
    workspace: { type: 'string' },
    map: { type: 'string', multiple: true },
    session: { type: 'string', multiple: true },
    all: { type: 'boolean' },
    label: { type: 'string' }
  },
  positionals: Number.POSITIVE_INFINITY,
  async run(context) {
    const { call, cwd, values } = context
    const [path, ...more] = context.positionals.map((each) => resolve(cwd, each))
    checkOptions(context)
    if (path === undefined) throw new UsageError('Name the file or folder.')
    await context.scan()
    const found = await call('import.inspect', { path, more, keyFile: keyFile(context) })
    try {
      if (values.keep === true) return await keep(context, found)
      if (values.into !== undefined) return await putInto(context, found)
      const configuration = await configurationIn(context, found)
      if (context.json) context.out.json({ ...found, configuration })
      else writeInspection(found, configuration, context.out)
      return found.refused.length > 0 ? exit.partly : exit.done
    } finally {
      await call('import.close', { importId: found.importId })
    }
  }
}

/** Of each bundle among what was handed over. */
async function configurationIn(context: CommandContext, { importId, inputs }: Inspection): Promise<BundledConfig[]> {
  const found: BundledConfig[] = []
  for (const [input, { bundle }] of inputs.entries()) {
    if (!bundle?.settings) continue
    found.push({ input, documents: (await allPages(context, 'import.configuration', { importId, input })).documents })
  }
  return found
}

function checkOptions({ values }: CommandContext): void {
  const { keep: keeps, into, all, workspace, map } = values
  if (keeps === true && into !== undefined) throw new UsageError('Choose --keep or --into, not both.')
  if (all === true && repeatedOption(values, 'session').length > 0) {
    throw new UsageError('Choose --all or --session, not both.')
  }
  if (into === undefined && (workspace !== undefined || map !== undefined)) {
    throw new UsageError(
      '--workspace and --map say where sessions work that are put somewhere: name the agent with --into.'
    )
  }
}

/** The key of a sealed store, as `--key-file` names it everywhere. */
function keyFile({ values, cwd }: CommandContext): string | null {
  const named = repeatedOption(values, 'key-file').at(-1)
  return named === undefined ? null : resolve(cwd, named.slice(named.indexOf('=') + 1))
}

async function keep({ call, json, out, values }: CommandContext, found: Inspection): Promise<ExitCode> {
  const named = repeatedOption(values, 'session')
  const sessions = named.length === 0 ? null : named.map((name) => sessionNamed(found, name).key)
  const label = textOption(values, 'label') ?? null
  const answer = await call('import.keep', { importId: found.importId, sessions, label, again: values.again === true })
  const { sources } = await call('sources.list', {})
  const nameOf = (session: { source: string; id: string }) => {
    const agent = sources.find((source) => source.id === session.source)?.agent
    return agent === undefined ? session.id : formatSessionName(agent, session, true)
  }
  if (json) out.json({ ...answer, refused: found.refused })
  else {
    for (const { session, checkpoint } of answer.kept) {
      const name = nameOf(session)
      out.line(`Kept: ${name} as ${checkpoint}. To read it: reprise show ${name} --checkpoint ${checkpoint}`)
    }
    for (const { session, checkpoint, at } of answer.already) {
      out.line(`Already kept on ${dayWord(at)}: ${nameOf(session)} as ${checkpoint}. --again keeps it once more.`)
    }
    for (const { key, because } of answer.notKept) out.line(`! not kept: ${plainText(key)}. ${plainText(because)}`)
    for (const { name, message } of found.refused) out.line(`! ${plainText(name)} is not taken: ${plainText(message)}`)
  }
  const there = answer.kept.length + answer.already.length
  if (answer.notKept.length === 0) return found.refused.length > 0 ? exit.partly : exit.done
  return there > 0 ? exit.partly : exit.refused
}
