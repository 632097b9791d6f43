import type { Checkpoint } from '@shared/domain/checkpoint'
import type { SessionSummary } from '@shared/domain/session'
import { Bookmark, Gem, GitCompare, type LucideIcon, Shield } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAnswer, useWholeAnswer } from '../../state/answer'
import { type ComparePoint, compareInTime, useCompare } from '../../state/compare-store'
import { useNow } from '../../state/now'
import { AgentGlyph } from '../../ui/agent-glyph'
import { Icon } from '../../ui/icon'
import { Sheet } from '../../ui/sheet'
import { fullDate, moment } from '../../words/calendar'
import { pointName } from './diff-words'

/** Sessions that are offered at most. */
const shown = 12

/** Asks what a session is to be compared with: a checkpoint or copy of it, or another session. */
export function CompareSheet() {
  const choosing = useCompare((state) => state.choosing)
  const choose = useCompare((state) => state.choose)
  const field = useRef<HTMLInputElement>(null)
  return (
    <Sheet
      open={choosing !== null}
      onClose={() => choose(null)}
      title="Compare with…"
      lead={choosing?.title}
      icon={<Icon of={GitCompare} size={18} />}
      className="w-640"
      firstFocus={() => field.current}
    >
      {choosing && <Choices point={choosing} field={field} />}
    </Sheet>
  )
}

interface Option {
  readonly key: string
  readonly point: ComparePoint
  readonly icon: LucideIcon | null
}

const signs: Readonly<Record<Checkpoint['origin'], LucideIcon>> = { agent: Gem, reprise: Bookmark, safety: Shield }

function Choices({ point, field }: { point: ComparePoint; field: React.RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const options = useOptions(point, text)
  const now = useNow()
  const at = Math.min(active, options.length - 1)
  useEffect(() => document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' }), [at])
  const take = (option: Option | undefined) => option && compareInTime(point, option.point)
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((at + step + options.length) % Math.max(1, options.length))
    else if (event.key === 'Enter') take(options[at])
    else return
    event.preventDefault()
  }
  return (
    <div className="flex flex-col">
      <div className="px-20 pt-4 pb-10">
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="compare-options"
          aria-activedescendant={at >= 0 ? optionId(at) : undefined}
          aria-label="Words of a checkpoint or of another session"
          placeholder="Words of a checkpoint or of another session"
          value={text}
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={press}
          className="h-32 w-full rounded-control border border-control-line bg-page px-10 placeholder:text-text-3"
        />
      </div>
      <div
        id="compare-options"
        role="listbox"
        aria-label="What it can be compared with"
        className="max-h-420 min-h-120 overflow-y-auto border-t border-line p-8"
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the text field, which keeps the focus
          <div
            key={option.key}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => take(option)}
            onPointerMove={() => setActive(index)}
            className={`flex min-h-32 items-center gap-10 rounded-control px-8 ${index === at ? 'bg-accent-soft' : ''}`}
          >
            {option.icon ? (
              <Icon of={option.icon} size={14} className="w-18 flex-none text-text-3" />
            ) : (
              <AgentGlyph agent={option.point.agent} />
            )}
            <span className="trunc min-w-0 flex-1">{option.icon ? pointName(option.point) : option.point.title}</span>
            {option.point.at !== null && (
              <time title={fullDate(option.point.at)} className="flex-none text-second text-text-3">
                {moment(option.point.at, now)}
              </time>
            )}
          </div>
        ))}
        {options.length === 0 && (
          <p className="px-12 py-20 text-center text-second text-text-2">Nothing matches these words.</p>
        )}
      </div>
    </div>
  )
}

const optionId = (index: number) => `compare-option-${index}`

function useOptions(point: ComparePoint, text: string): readonly Option[] {
  const { source, id } = point.ref
  const words = text.trim().toLowerCase()
  const { value: own } = useWholeAnswer('checkpoints.list', { session: { source, id } })
  const { value: sessions } = useAnswer('sessions.page', {
    query: words ? { text: words } : {},
    offset: 0,
    limit: shown
  })
  const checkpoints = (own?.checkpoints ?? []).filter(({ valid }) => valid).map((each) => checkpointOption(point, each))
  const matching = checkpoints.filter(({ point: each }) => pointName(each).toLowerCase().includes(words))
  const others = (sessions?.rows ?? []).filter((row) => row.id !== id || row.source !== source).map(sessionOption)
  return [...matching, ...others]
}

function checkpointOption({ ref, agent, title }: ComparePoint, { id, label, at, origin }: Checkpoint): Option {
  return {
    key: `checkpoint ${id}`,
    icon: signs[origin],
    point: { ref: { ...ref, checkpoint: id }, agent, title, label, at }
  }
}

function sessionOption({ source, id, agent, title, updatedAt }: SessionSummary): Option {
  return {
    key: `session ${source} ${id}`,
    icon: null,
    point: { ref: { source, id }, agent, title, label: null, at: updatedAt }
  }
}
