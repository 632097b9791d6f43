import { basename } from 'node:path'
import { expectSame, expectThat } from '../outcome.ts'
import type { Kind } from '../programs/kind.ts'
import type { Reprise } from '../reprise.ts'
import { usagePerReply } from '../scripted/protocol.ts'
import { type Order, ordersOf, repliesOf, script, textsOf } from '../scripted/script.ts'
import { answerTo } from '../scripted/told.ts'

export interface Shown {
  readonly entries: readonly {
    readonly id: string
    readonly kind: string
    readonly text: string
    readonly tool?: {
      readonly status: string
      readonly result: string
      readonly callId?: string
      readonly edits?: readonly { readonly path: string }[]
    }
  }[]
  readonly accounting: {
    readonly read: number
    readonly shown: number
    readonly raw: number
    readonly unreadable: number
  }
  readonly usage: { readonly replies: number; readonly input: number; readonly output: number } | null
}

/** Reads the session and compares it with the first turns of the script and what was asked after them; in numbers, what was compared. */
export async function readsAs(
  reprise: Reprise,
  kind: Kind,
  session: string,
  turns: number,
  more: readonly string[] = []
): Promise<string> {
  const shown = await reprise.json<Shown>(['show', session])
  const prompts = [...script.slice(0, turns).map(({ prompt }) => prompt), ...more]
  const texts = [...textsOf(turns), ...more.map(answerTo)]
  expectSame(wordsOf(shown, 'user'), prompts, 'prompts')
  expectSame(wordsOf(shown, 'assistant'), texts, 'texts of the model')
  const calls = compareCalls(shown, kind, turns)
  const replies = repliesOf(turns) + more.length
  const { input, output } = usagePerReply
  const { usage } = shown
  const counted = usage && [usage.replies, usage.input, usage.output]
  expectSame(counted, [replies, replies * input, replies * output], 'replies and their tokens')
  const { read, shown: seen, raw, unreadable } = shown.accounting
  expectSame([seen + raw, unreadable], [read, 0], 'records that are shown or kept raw, and unreadable ones')
  return `${prompts.length} prompts, ${texts.length} texts, ${calls}, ${replies} replies, ${read} records`
}

const wordsOf = ({ entries }: Shown, kind: string): string[] =>
  entries.filter((entry) => entry.kind === kind).map(({ text }) => text.trim())

function compareCalls({ entries }: Shown, kind: Kind, turns: number): string {
  const orders = ordersOf(turns)
  const tools = entries.flatMap(({ tool }) => (tool ? [tool] : []))
  const wanted = orders.map((order) => (kind.fails(order) ? 'failed' : 'ok'))
  expectSame(
    tools.map(({ status }) => status),
    wanted,
    'how the calls went'
  )
  const empty = tools.filter(({ result }) => result.trim() === '').length
  expectSame(empty, 0, 'calls without a result')
  const ids = tools.map(({ callId }) => callId?.replace(/^.*?(?=call_)/, ''))
  expectSame(ids, callIdsOf(turns), 'the calls, by their ids')
  const edited = tools.flatMap(({ edits = [] }) => edits.map(({ path }) => basename(path)))
  expectSame(edited, orders.flatMap(fileOf), 'the files that they wrote')
  expectThat(new Set(edited).size > 0, 'no file was written')
  const failed = wanted.filter((state) => state === 'failed').length
  return `${tools.length} calls (${failed} failed), ${new Set(edited).size} files`
}

const fileOf = (order: Order): string[] => (order.kind === 'write' || order.kind === 'edit' ? [order.path] : [])

const callIdsOf = (turns: number): string[] =>
  script
    .slice(0, turns)
    .flatMap(({ steps }, turn) =>
      steps.flatMap(({ orders }, step) => orders.map((_, place) => `call_${turn + 1}_${step + 1}_${place + 1}`))
    )
