import { createHash } from 'node:crypto'
import type { ContentFacts, TextDifference } from '@shared/domain/diff'
import { takeWithin } from '../../transcripts/answer-size'
import { runSliced } from '../align/slices'
import { diffText, type TextDiff } from './diff-text'
import { folded } from './folded'
import { type PatchNames, patchText } from './patch-text'
import { formattedJson, mostBytes, textOfBytes } from './text-of-bytes'
import { textRows } from './text-rows'

/** Which rows of a difference are wanted. */
export interface TextPage {
  readonly offset: number
  readonly limit: number
  /** Whether unchanged lines are shown, too. */
  readonly whole: boolean
}

/** Two contents that were compared, to be shown in pieces. */
export class ComparedText {
  private readonly facts: Pick<TextDifference, 'state' | 'a' | 'b' | 'formatted'>
  private readonly diff: TextDiff | null

  private constructor(facts: ComparedText['facts'], diff: TextDiff | null) {
    this.facts = facts
    this.diff = diff
  }

  /** null for a side that has nothing; `asText` where bytes are no text by themselves. Long texts are compared in slices. */
  static async of(
    before: Uint8Array | null,
    after: Uint8Array | null,
    signal: AbortSignal,
    asText?: (content: Uint8Array) => string
  ): Promise<ComparedText> {
    const sides = { a: factsOf(before), b: factsOf(after) }
    const read = (bytes: Uint8Array | null): Read =>
      bytes === null
        ? null
        : asText !== undefined
          ? { text: asText(bytes) }
          : isLarge(bytes)
            ? 'large'
            : { text: textOfBytes(bytes) }
    const [one, other] = [read(before), read(after)]
    if (isTooLong(one) || isTooLong(other))
      return new ComparedText({ state: 'large', ...sides, formatted: false }, null)
    if (one?.text === null || other?.text === null)
      return new ComparedText({ state: 'binary', ...sides, formatted: false }, null)
    const json = formattedJson(one?.text ?? null, other?.text ?? null)
    const [left, right] = json ?? [one?.text ?? '', other?.text ?? '']
    const diff = await runSliced(diffText(left, right), signal)
    return new ComparedText({ state: 'text', ...sides, formatted: json !== null }, diff)
  }

  page({ offset, limit, whole }: TextPage): TextDifference {
    const { diff } = this
    if (diff === null) return { ...this.facts, added: 0, removed: 0, rows: [], total: 0, next: null }
    const isChange = (row: number) => (diff.a[row] as number) < 0 || (diff.b[row] as number) < 0
    const shown = whole ? diff.a.map((_, row) => row) : folded(diff.a.length, isChange)
    const { taken } = takeWithin(textRows(diff, shown.subarray(offset, offset + limit)))
    const next = offset + taken.length < shown.length ? offset + taken.length : null
    const { added, removed } = diff
    return { ...this.facts, added, removed, rows: taken, total: shown.length, next }
  }

  async patch(names: PatchNames, signal: AbortSignal): Promise<string> {
    if (this.diff !== null) return runSliced(patchText(this.diff, names), signal)
    const { a, b } = this.facts
    if (a?.sha256 === b?.sha256) return ''
    return `Binary files ${names.before ?? '/dev/null'} and ${names.after ?? '/dev/null'} differ\n`
  }
}

type Read = { readonly text: string | null } | 'large' | null

const isLarge = ({ length }: Uint8Array) => length > mostBytes

function isTooLong(read: Read): read is 'large' {
  return read === 'large' || (read?.text?.length ?? 0) > mostBytes
}

function factsOf(bytes: Uint8Array | null): ContentFacts | null {
  if (bytes === null) return null
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
