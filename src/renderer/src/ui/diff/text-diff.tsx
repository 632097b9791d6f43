import type { TextDifference } from '@shared/domain/diff'
import type { Envelope } from '@shared/ipc/envelope'
import type { Failure } from '@shared/ipc/errors'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCompare } from '../../state/compare-store'
import { useWidthClass } from '../../state/width-class'
import { size } from '../../words/numbers'
import { languageOf } from '../highlight'
import { LoadingRows } from '../loading-rows'
import { ScrollBox } from '../scroll-box'
import { SplitLines, UnifiedLines } from './text-lines'

/** Asks for a piece of a difference. */
export type AskText = (page: { offset: number; whole: boolean }) => Promise<Envelope<TextDifference>>

interface TextDiffProps {
  /** What is compared, for assistive technology. */
  label: string
  /** Tells the language for the colours; a path, or a name that ends like one. */
  path: string
  ask: AskText
  className?: string
}

/** What differs between two texts, line by line, with the unchanged folded away. */
export function TextDiff({ label, path, ask, className }: TextDiffProps) {
  const { difference, failure, more, unfold } = usePieces(ask)
  const split = useCompare((state) => state.layout) === 'split'
  const narrow = useWidthClass() === 'narrow'
  if (failure) return <p className="read-text px-12 py-8 text-second text-text-2">{failureWords(failure)}</p>
  if (!difference) return <LoadingRows count={2} height={20} label={`Loading ${label}`} />
  const facts = factWords(difference)
  const Lines = split && !narrow ? SplitLines : UnifiedLines
  return (
    <div className={`bg-sunken font-mono text-[11.5px] leading-[18px] ${className ?? ''}`}>
      {facts && <p className="px-12 py-6 font-sans text-second text-text-2">{facts}</p>}
      {difference.rows.length > 0 && (
        <ScrollBox label={label} className="max-h-480 overflow-auto">
          <Lines rows={difference.rows} language={languageOf(path)} onUnfold={unfold} />
        </ScrollBox>
      )}
      {more && (
        <button
          type="button"
          onClick={more}
          className="min-h-26 px-12 font-sans text-second text-text-3 hover:text-text-2 hover:underline"
        >
          Show more, {(difference.total - difference.rows.length).toLocaleString('en-GB')} rows are left
        </button>
      )}
    </div>
  )
}

/** The pieces of a difference that were asked for so far. */
function usePieces(ask: AskText) {
  const [difference, setDifference] = useState<TextDifference | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [whole, setWhole] = useState(false)
  const asked = useRef(0)
  const load = useCallback(
    async (offset: number, whole: boolean) => {
      const mine = ++asked.current
      const answer = await ask({ offset, whole })
      if (mine !== asked.current) return
      if (!answer.ok) return setFailure(answer.error)
      setFailure(null)
      setDifference((last) => (offset > 0 && last ? joined(last, answer.value) : answer.value))
    },
    [ask]
  )
  useEffect(() => {
    void load(0, whole)
    return () => {
      asked.current += 1
    }
  }, [load, whole])
  const next = difference?.next ?? null
  return {
    difference,
    failure,
    more: next === null ? undefined : () => void load(next, whole),
    unfold: whole ? undefined : () => setWhole(true)
  }
}

function joined(last: TextDifference, piece: TextDifference): TextDifference {
  return { ...piece, rows: [...last.rows, ...piece.rows] }
}

function failureWords({ message, advice }: Failure): string {
  return advice === undefined ? message : `${message} ${advice}`
}

function factWords({ state, a, b, formatted, added, removed }: TextDifference): string | null {
  const sizes = [a, b].map((side) => (side === null ? 'nothing' : size(side.bytes)))
  const hashes = [a, b].map((side) => side?.sha256.slice(0, 12) ?? 'none')
  if (state !== 'text') {
    const kind = state === 'binary' ? 'No text' : 'Too long to be compared line by line'
    const same = a?.sha256 === b?.sha256
    return `${kind}: ${sizes[0]} and ${sizes[1]}, ${same ? 'with the same content' : `SHA-256 ${hashes[0]} and ${hashes[1]}`}.`
  }
  if (added + removed === 0)
    return a?.sha256 === b?.sha256 ? 'The content is the same.' : 'No line differs; only what does not show does.'
  return formatted ? 'Long lines of JSON are shown with one value on each line.' : null
}
