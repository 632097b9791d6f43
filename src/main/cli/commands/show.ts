import type { SessionRef } from '@shared/domain/session'
import type { Command, CommandContext } from '../command'
import { textOption } from '../command'
import { type EntryRange, entriesOf, wholeEntry } from '../entries'
import { exit } from '../exit-code'
import { numberOption } from '../number-option'
import { plainText } from '../output/plain-text'
import { transcriptHead, transcriptLines } from '../output/transcript'
import { rawOfEntry } from '../raw-of-entry'
import { sessionArgument } from '../session-argument'
import { remainsOf, showRemains } from '../show-remains'
import { checkpointArgument } from './checkpoint-argument'
import { showCheckpoint } from './checkpoint-show'

export const show: Command = {
  name: 'show',
  takes: '<session>',
  summary: 'the transcript of a session',
  options: {
    after: { type: 'string' },
    limit: { type: 'string' },
    checkpoint: { type: 'string' },
    raw: { type: 'boolean' },
    ids: { type: 'boolean' }
  },
  positionals: 1,
  async run(context) {
    const { call, json, out, positionals, values, now } = context
    const range = { after: textOption(values, 'after'), limit: numberOption(values, 'limit') }
    const { source, id } = await sessionArgument(context, positionals[0])
    const session = { source, id }
    const checkpoint = textOption(values, 'checkpoint')
    if (checkpoint !== undefined) {
      const details = { range, ids: values.ids === true, raw: values.raw === true }
      return showCheckpoint(context, session, await checkpointArgument(context, session, checkpoint), details)
    }
    const remains = await remainsOf(context, session)
    if (remains !== null) return showRemains(context, session, remains)
    if (json) return showJson(context, session, range)
    const details = await call('sessions.get', { session })
    for (const line of transcriptHead(details, now())) out.line(line)
    for await (const entry of entriesOf(context, session, range)) {
      if (values.ids === true) out.line(plainText(entry.id))
      for (const line of transcriptLines(entry)) out.line(line)
    }
    return exit.done
  }
}

/** Entries are put into text one by one: all of them together may be longer than one string can be. */
async function showJson(context: CommandContext, session: SessionRef, range: EntryRange) {
  const { call, out, values } = context
  const texts: string[] = []
  for await (const entry of entriesOf(context, session, range)) {
    const whole = await wholeEntry(context, session, entry)
    const raw = values.raw === true ? await rawOfEntry(context, session, entry) : undefined
    texts.push(JSON.stringify(raw === undefined ? whole : { ...whole, raw }))
  }
  const { accounting, usage } = await call('transcript.account', { session })
  const details = await call('sessions.get', { session })
  const { path, findings } = details
  const joined = texts.map((text, index) => `${index === 0 ? '\n' : ',\n'}    ${text}`)
  const rest = JSON.stringify({ accounting, usage, findings, path }, null, 2).slice(1)
  out.pieces([`{\n  "session": ${JSON.stringify(details.session)},\n  "entries": [`, ...joined, '\n  ],', rest, '\n'])
  return exit.done
}
