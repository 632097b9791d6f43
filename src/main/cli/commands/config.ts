import type { InputOf } from '@shared/ipc/contract'
import { allPages } from '../all-pages'
import type { Command, CommandContext } from '../command'
import { exit } from '../exit-code'
import { configLines } from '../output/config-lines'
import { sessionArgument } from '../session-argument'

export const config: Command = {
  name: 'config',
  takes: '<session|source>',
  summary: 'configuration, with every secret masked',
  options: {},
  positionals: 1,
  async run(context) {
    const { json, out } = context
    const { documents } = await allPages(context, 'config.show', await subject(context))
    if (json) {
      out.json({ entries: documents.flatMap((document) => document.entries), documents })
      return exit.done
    }
    for (const [index, document] of documents.entries()) {
      if (index > 0) out.line()
      for (const line of configLines(document)) out.line(line)
    }
    return exit.done
  }
}

/** The id of a source, or else a session. */
async function subject(context: CommandContext): Promise<InputOf<'config.show'>> {
  const [text] = context.positionals
  const { sources } = await context.call('sources.list', {})
  const source = sources.find((one) => one.id === text)
  if (source) return { source: source.id }
  const { source: holder, id } = await sessionArgument(context, text)
  return { session: { source: holder, id } }
}
