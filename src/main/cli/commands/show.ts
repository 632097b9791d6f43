import type { SessionRef } from '@shared/domain/session'
import type { Entry } from '@shared/domain/transcript'
import type { Command, CommandContext } from '../command'
import { textOption } from '../command'
import { entriesOf, wholeEntry } from '../entries'
import { exit } from '../exit-code'
import { numberOption } from '../number-option'
import { plainText } from '../output/plain-text'
import { transcriptHead, transcriptLines } from '../output/transcript'
import { sessionArgument } from '../session-argument'

export const show: Command = {
  name: 'show',
  takes: '<session>',
  summary: 'the transcript of a session',
  options: { after: { type: 'string' }, limit: { type: 'string' }, raw: { type: 'boolean' }, ids: { type: 'boolean' } },
  positionals: 1,
  async run(context) {
    const { call, json, out, positionals, values, now } = context
    const range = { after: textOption(values, 'after'), limit: numberOption(values, 'limit') }
    const { source, id } = await sessionArgument(context, positionals[0])
    const session = { source, id }
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

interface Range {
  readonly after: string | undefined
  readonly limit: number | undefined
}

/** Entries are put into text one by one: all of them together may be longer than one string can be. */
async function showJson(context: CommandContext, session: SessionRef, range: Range) {
  const { call, out, values } = context
  const texts: string[] = []
  for await (const entry of entriesOf(context, session, range)) {
    const whole = await wholeEntry(context, session, entry)
    const raw = values.raw === true ? await rawOf(context, session, entry) : undefined
    texts.push(JSON.stringify(raw === undefined ? whole : { ...whole, raw }))
  }
  const { accounting } = await call('transcript.account', { session })
  const details = await call('sessions.get', { session })
  const { path, findings } = details
  const joined = texts.map((text, index) => `${index === 0 ? '\n' : ',\n'}    ${text}`)
  const rest = JSON.stringify({ accounting, findings, path }, null, 2).slice(1)
  out.pieces([`{\n  "session": ${JSON.stringify(details.session)},\n  "entries": [`, ...joined, '\n  ],', rest, '\n'])
  return exit.done
}

/** Native records of an entry as values. What is not JSON stays the text that it is. */
async function rawOf({ call }: CommandContext, session: SessionRef, { id }: Entry): Promise<unknown> {
  let text = ''
  for (let offset: number | null = 0; offset !== null; ) {
    const piece: { text: string; next: number | null } = await call('transcript.raw', { session, entry: id, offset })
    text += piece.text
    offset = piece.next
  }
  return jsonOf(text) ?? recordsOf(text) ?? text
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Several records, with an empty line between them: no JSON text has one inside. */
function recordsOf(text: string): unknown[] | undefined {
  const records = text.split(/\n\s*\n/).map(jsonOf)
  return records.includes(undefined) ? undefined : records
}
