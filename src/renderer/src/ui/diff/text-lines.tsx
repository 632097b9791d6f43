import type { TextRow } from '@shared/domain/diff'
import { highlighted } from '../highlight'
import { withMasks } from '../masked-text'
import { positions } from '../positions'
import { VisuallyHidden } from '../visually-hidden'
import { pairLines, type SplitLine } from './pair-lines'

type Line = Extract<TextRow, { kind: 'line' }>

const backgrounds = { ' ': '', '+': 'bg-green-soft', '-': 'bg-red-soft' }
const tones = { ' ': 'text-text-3', '+': 'text-green', '-': 'text-red' }
const signs = { ' ': ' ', '+': '+', '-': '−' }

/** A line of the difference, folded lines, or where a patch says that its next lines are. */
export type ShownRow = TextRow | { readonly kind: 'heading'; readonly text: string }

interface LinesProps<Row = TextRow> {
  rows: readonly Row[]
  language: string | undefined
  /** Shows what is folded away. */
  onUnfold: (() => void) | undefined
}

/** Lines under each other, each with both its numbers and its sign; without numbers where the patch has none. */
export function UnifiedLines({ rows, language, onUnfold }: LinesProps<ShownRow>) {
  const numbered = rows.some((row) => row.kind === 'line' && (row.a ?? row.b) !== null)
  const columns = numbered ? 'grid-cols-[44px_44px_16px_minmax(0,1fr)]' : 'grid-cols-[16px_minmax(0,1fr)] ps-12'
  return (
    <div className="w-max min-w-full">
      {positions(rows).map(({ key, item, index }) => {
        if (item.kind === 'fold') return <Fold key={key} lines={item.lines} onUnfold={onUnfold} />
        if (item.kind === 'heading') return <Heading key={key} text={item.text} />
        const before = rows[index - 1]
        const starts = item.sign !== ' ' && !(before?.kind === 'line' && before.sign === item.sign)
        return (
          <div key={key} className={`grid whitespace-pre ${columns} ${backgrounds[item.sign]}`}>
            {numbered && <LineNumber of={item.a} />}
            {numbered && <LineNumber of={item.b} />}
            <Sign line={item} starts={starts} />
            <Words line={item} language={language} />
          </div>
        )
      })}
    </div>
  )
}

/** Both sides beside each other; long lines wrap. */
export function SplitLines({ rows, language, onUnfold }: LinesProps) {
  return positions(pairLines(rows)).map(({ key, item }) =>
    'fold' in item ? (
      <Fold key={key} lines={item.fold} onUnfold={onUnfold} />
    ) : (
      <div key={key} className="grid grid-cols-2">
        <Half line={item.a} number={item.a?.a ?? null} starts={item.starts} language={language} />
        <Half line={item.b} number={item.b?.b ?? null} starts={item.starts} language={language} />
      </div>
    )
  )
}

interface HalfProps {
  line: SplitLine['a']
  number: number | null
  starts: boolean
  language: string | undefined
}

function Half({ line, number, starts, language }: HalfProps) {
  return (
    <div
      className={`grid min-w-0 grid-cols-[44px_16px_minmax(0,1fr)] border-line not-first:border-s ${line ? backgrounds[line.sign] : 'bg-raised'}`}
    >
      <LineNumber of={number} />
      {line ? <Sign line={line} starts={starts} /> : <span />}
      {line ? <Words line={line} language={language} wraps /> : <span />}
    </div>
  )
}

function LineNumber({ of }: { of: number | null }) {
  return <span className="pe-8 text-end text-[11px] text-text-3 select-none">{of}</span>
}

function Sign({ line: { sign }, starts }: { line: Line; starts: boolean }) {
  return (
    <span className={`read-text select-none ${tones[sign]}`}>
      {starts && <VisuallyHidden>{sign === '+' ? 'added' : 'removed'}</VisuallyHidden>}
      {signs[sign]}
    </span>
  )
}

function Words({ line, language, wraps = false }: { line: Line; language: string | undefined; wraps?: boolean }) {
  const marked = line.sign === '+' ? 'word-added' : 'word-removed'
  return (
    <span className={`read-text pe-12 ${wraps ? 'whitespace-pre-wrap [overflow-wrap:anywhere]' : ''}`}>
      {positions(line.parts).map(({ key, item }) => (
        <span key={key} className={item.changed ? marked : ''}>
          {item.changed ? withMasks(item.text) : highlighted(item.text, language)}
        </span>
      ))}
    </span>
  )
}

function Heading({ text }: { text: string }) {
  return <div className="bg-raised ps-12 text-[11px] text-text-3">{withMasks(text)}</div>
}

function Fold({ lines, onUnfold }: { lines: number; onUnfold: (() => void) | undefined }) {
  const words = `${lines.toLocaleString('en-GB')} unchanged ${lines === 1 ? 'line' : 'lines'}`
  return (
    <div className="bg-raised ps-12 font-sans text-second text-text-3">
      {onUnfold ? (
        <button type="button" onClick={onUnfold} className="min-h-24 hover:text-text-2 hover:underline">
          {words}, show
        </button>
      ) : (
        words
      )}
    </div>
  )
}
