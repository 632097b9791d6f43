import type { Checkpoint } from '@shared/domain/checkpoint'
import type { SessionRef, TranscriptRef } from '@shared/domain/session'
import type { TaskList } from '@shared/domain/task'
import type { CommandContext } from '../command'
import { type EntryRange, entriesOf, wholeEntry } from '../entries'
import { type ExitCode, exit } from '../exit-code'
import { age } from '../output/age'
import { findingLines } from '../output/findings'
import { plainLine, plainText } from '../output/plain-text'
import { transcriptLines } from '../output/transcript'
import { rawOfEntry } from '../raw-of-entry'

/** Which entries are shown, and with what beside their text. */
interface Shown {
  readonly range: EntryRange
  readonly ids: boolean
  readonly raw: boolean
}

const everything: Shown = { range: { after: undefined, limit: undefined }, ids: false, raw: false }

/** The session and its tasks as a checkpoint holds them. Nothing is restored. */
export async function showCheckpoint(
  context: CommandContext,
  session: SessionRef,
  checkpoint: Checkpoint,
  shown: Shown = everything
): Promise<ExitCode> {
  const view: TranscriptRef = { ...session, checkpoint: checkpoint.id }
  if (context.json) return showJson(context, view, checkpoint, shown)
  const { call, out, now } = context
  const made = checkpoint.at === null ? 'at an unknown time' : age(checkpoint.at, now())
  out.line(`${plainLine(checkpoint.label ?? 'No label', 200)} · ${made} · ${plainText(checkpoint.id)}`)
  for (const line of findingLines(checkpoint.findings)) out.line(line)
  out.line()
  for await (const entry of entriesOf(context, view, shown.range)) {
    if (shown.ids) out.line(plainText(entry.id))
    for (const line of transcriptLines(entry)) out.line(line)
  }
  const { lists } = await call('tasks.list', { session: view })
  for (const list of lists) for (const line of taskLines(list)) out.line(line)
  return exit.done
}

function taskLines({ tasks, findings }: TaskList): string[] {
  const lines = tasks.map(
    ({ depth, current, name, status }) =>
      `${'  '.repeat(depth + 1)}${current ? '>' : '-'} ${plainLine(name, 100)} [${plainText(status)}]`
  )
  return [tasks.length === 0 ? 'No tasks.' : 'Tasks:', ...lines, ...findingLines(findings, '  ')]
}

async function showJson(
  context: CommandContext,
  view: TranscriptRef,
  checkpoint: Checkpoint,
  { range, raw }: Shown
): Promise<ExitCode> {
  const { call, out } = context
  const entries: string[] = []
  for await (const entry of entriesOf(context, view, range)) {
    const whole = await wholeEntry(context, view, entry)
    entries.push(JSON.stringify(raw ? { ...whole, raw: await rawOfEntry(context, view, entry) } : whole))
  }
  const { lists } = await call('tasks.list', { session: view })
  const { accounting } = await call('transcript.account', { session: view })
  const joined = entries.map((text, index) => `${index === 0 ? '\n' : ',\n'}    ${text}`)
  const rest = JSON.stringify({ tasks: lists, accounting }, null, 2).slice(1)
  const head = JSON.stringify({ session: { source: view.source, id: view.id }, checkpoint }, null, 2).slice(0, -2)
  out.pieces([`${head},\n  "entries": [`, ...joined, '\n  ],', rest, '\n'])
  return exit.done
}
