import { ComparePart, type Comparison, type DiffRow, type PartHead } from '@shared/domain/diff'
import type { TranscriptRef } from '@shared/domain/session'
import { ExpectedFailure } from '@shared/ipc/errors'
import { partTitles } from '../../service/diff/patch'
import { rowLine } from '../../service/diff/row-line'
import { type Command, type CommandContext, textOption } from '../command'
import { exit } from '../exit-code'
import { plainText } from '../output/plain-text'
import { sessionArgument } from '../session-argument'
import { UsageError } from '../usage-error'
import { checkpointArgument } from './checkpoint-argument'

export const diff: Command = {
  name: 'diff',
  takes: '<session[#checkpoint]> <session[#checkpoint]> | <session#checkpoint> --now',
  summary: 'what differs between two points, be they sessions, checkpoints or kept copies',
  options: {
    now: { type: 'boolean' },
    part: { type: 'string' },
    patch: { type: 'boolean' },
    all: { type: 'boolean' }
  },
  positionals: 2,
  async run(context) {
    const { call, json, out, values } = context
    const part = partOption(textOption(values, 'part'))
    const [a, b] = await sides(context)
    const made = await call('compare.make', { a, b })
    const shown = made.parts.filter((each) => part === undefined || each.part === part)
    if (values.patch === true) {
      const text = await patch(context, made.id, part)
      if (json) out.json({ a: made.a, b: made.b, patch: text })
      else for (const line of text.replace(/\n$/, '').split('\n')) out.line(plainText(line))
      return exit.done
    }
    const parts: { head: PartHead; rows: DiffRow[] }[] = []
    for (const head of shown) parts.push({ head, rows: await rowsOf(context, made.id, head, values.all === true) })
    if (json) out.json(shape(made, parts))
    else for (const line of linesOf(made, parts)) out.line(line)
    return exit.done
  }
}

function partOption(text: string | undefined): ComparePart | undefined {
  if (text === undefined) return undefined
  const part = ComparePart.safeParse(text)
  if (part.success) return part.data
  throw new UsageError(`There is no part ${text}: name one of ${ComparePart.options.join(', ')}.`)
}

async function sides(context: CommandContext): Promise<readonly [TranscriptRef, TranscriptRef]> {
  const [first, second] = context.positionals
  const now = context.values.now === true
  if (now === (second !== undefined)) throw new UsageError('Name two points, or one and --now.')
  const a = await sideArgument(context, first)
  return [a, now ? { source: a.source, id: a.id } : await sideArgument(context, second)]
}

/** What `<session>` or `<session>#<checkpoint>` names; the beginning of a checkpoint's id will do. */
async function sideArgument(context: CommandContext, text: string | undefined): Promise<TranscriptRef> {
  // Ids of sessions and of checkpoints are free text and may have such signs themselves: the longest name of a session counts.
  for (let mark = text?.lastIndexOf('#') ?? -1; text && mark > 0; mark = text.lastIndexOf('#', mark - 1)) {
    const session = await sessionArgument(context, text.slice(0, mark)).catch(unlessMissing)
    if (session === null) continue
    const ref = refOf(session)
    return { ...ref, checkpoint: (await checkpointArgument(context, ref, text.slice(mark + 1))).id }
  }
  return refOf(await sessionArgument(context, text))
}

const refOf = ({ source, id }: { source: string; id: string }) => ({ source, id })

function unlessMissing(error: unknown): null {
  if (error instanceof ExpectedFailure && error.failure.code === 'not.found') return null
  throw error
}

async function rowsOf({ call }: CommandContext, id: string, { part }: PartHead, all: boolean): Promise<DiffRow[]> {
  const rows: DiffRow[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const page: { rows: DiffRow[]; next: number | null } = await call('compare.rows', { id, part, offset, limit: 500 })
    rows.push(...page.rows.filter(({ change }) => all || change !== 'same'))
    offset = page.next
  }
  return rows
}

async function patch({ call }: CommandContext, id: string, part: ComparePart | undefined): Promise<string> {
  let text = ''
  for (let offset: number | null = 0; offset !== null; ) {
    const piece: { text: string; next: number | null } = await call('compare.patch', {
      id,
      offset,
      ...(part && { part })
    })
    text += piece.text
    offset = piece.next
  }
  return text
}

type Shown = readonly { readonly head: PartHead; readonly rows: readonly DiffRow[] }[]

function shape({ a, b, notCompared }: Comparison, parts: Shown) {
  return { a, b, parts: parts.map(({ head, rows }) => ({ part: head.part, counts: head.counts, rows })), notCompared }
}

function linesOf({ notCompared }: Comparison, parts: Shown): string[] {
  const lines = parts.flatMap(({ head, rows }) => [
    `${partTitles[head.part]}: ${countWords(head)}`,
    ...rows.map((row) => `  ${plainText(rowLine(row))}`),
    ''
  ])
  const left = notCompared.map(
    ({ what, because, partly }) => `${partly ? 'Compared in part' : 'Not compared'}: ${what}. ${plainText(because)}`
  )
  return [...lines, ...left]
}

function countWords({ counts }: PartHead): string {
  const words = (['added', 'removed', 'changed', 'moved'] as const).flatMap((name) =>
    counts[name] === 0 ? [] : [`${counts[name]} ${name}`]
  )
  return [...(words.length === 0 ? ['nothing differs'] : words), `${counts.same} the same`].join(', ')
}
