import type { DiffChange, EntryMark, EntryRow } from '@shared/domain/diff'
import { fail } from '@shared/ipc/errors'
import { cutText } from '../../catalog/cut-text'
import { maskTranscriptText } from '../../redaction/mask-transcript-text'
import { pairItems } from '../align/pair-items'
import { ops, type Script, scriptOf } from '../align/script'
import { runSliced } from '../align/slices'
import type { ComparedPart } from '../compared-part'
import type { Side } from '../side'
import { ComparedText } from '../text/text-difference'
import { EntryItems } from './entry-items'

/** A label is shown up to here, in UTF-16 units. */
const longestLabel = 200

/** Compares the entries of two sides. Both are read at the same time, each in its thread. */
export async function compareEntries(
  a: Side,
  b: Side,
  signal: AbortSignal,
  progress: (done: number) => void
): Promise<ComparedPart> {
  const done = [0, 0]
  const counting = (side: number) => (count: number) => {
    done[side] = count
    progress((done[0] ?? 0) + (done[1] ?? 0))
  }
  const ask = (side: Side, at: number) => side.ask('digest', null, { signal, progress: counting(at) })
  const [one, other] = await Promise.all([ask(a, 0), ask(b, 1)])
  const [left, right] = [new EntryItems(one), new EntryItems(other)]
  const pairing = await runSliced(pairItems(left, right), signal)
  const whole = await runSliced(scriptOf(pairing, right.count), signal)
  const script = withoutForeign(whole, { a, b }, left, right)
  const at = (index: number) => [script.a[index] as number, script.b[index] as number] as const
  const changes = Array.from(script.op, (op): DiffChange => ops[op] ?? 'same')
  return {
    part: 'transcript',
    changes,
    row(index): EntryRow {
      const [from, to] = at(index)
      const edited = from >= 0 && pairing.changed[from] === 1
      return {
        row: 'entry',
        index,
        change: changes[index] ?? 'same',
        edited,
        a: markOf(left, from),
        b: markOf(right, to)
      }
    },
    async text(index, signal) {
      const [from, to] = at(index)
      const [before, after] = await Promise.all([wholeOf(a, left, from, signal), wholeOf(b, right, to, signal)])
      return ComparedText.of(before, after, signal)
    }
  }
}

function markOf(items: EntryItems, at: number): EntryMark | null {
  if (at < 0) return null
  const [kind, time] = [items.kind(at), items.time(at)]
  const [first = '', second] = items.label(at).split('\n', 2)
  const named = second === undefined ? {} : { tool: cutText(first, longestLabel) }
  const label = cutText(maskTranscriptText(second ?? first).text, longestLabel)
  return { id: items.id(at), kind, at: Number.isNaN(time) ? null : time, label, ...named }
}

async function wholeOf(side: Side, items: EntryItems, at: number, signal: AbortSignal): Promise<Uint8Array | null> {
  if (at < 0) return null
  const whole = await side.ask('whole', { entry: items.id(at) }, { signal })
  if (whole === null || whole.digest !== items.content(at)) {
    return fail('not.found', 'The session has changed since it was compared.', { advice: 'Compare again.' })
  }
  // Whether the last line has an end says nothing here.
  return Buffer.from(`${whole.text}\n`)
}

/** A kept copy holds its session, and not the records of another one that the session goes on from: what is only missing for that is no difference. */
function withoutForeign(script: Script, sides: { a: Side; b: Side }, left: EntryItems, right: EntryItems): Script {
  const isForeign = (row: number) => {
    const [at, other] = [script.a[row] as number, script.b[row] as number]
    if (other < 0) return sides.b.kind === 'kept' && left.isInherited(at)
    return at < 0 && sides.a.kind === 'kept' && right.isInherited(other)
  }
  const keep = (_: number, row: number) => !isForeign(row)
  return { op: script.op.filter(keep), a: script.a.filter(keep), b: script.b.filter(keep) }
}
