import type { DiffField, DiffValue, RecordRow } from '@shared/domain/diff'
import { ArrowRight } from 'lucide-react'
import type { DiffLayout } from '../../state/compare-store'
import { Icon } from '../../ui/icon'
import { MaskedChip } from '../../ui/masked-chip'
import { VisuallyHidden } from '../../ui/visually-hidden'
import { size } from '../../words/numbers'

/** A task, a setting, a file or a record in one line, with what differs of it. */
export function RecordLine({ row, layout }: { row: RecordRow; layout: DiffLayout }) {
  return (
    <span
      className={`grid min-w-0 flex-1 gap-x-12 ${layout === 'split' ? 'grid-cols-[2fr_1.5fr_1.5fr]' : 'grid-cols-2 max-narrow:grid-cols-1'}`}
    >
      <span className="min-w-0 [overflow-wrap:anywhere]" style={{ paddingInlineStart: row.depth * 16 }}>
        {row.former !== undefined && <span className="text-text-2 line-through">{row.former}</span>}
        {row.former !== undefined && ' '}
        <span className={isCode(row) ? 'font-mono text-[11.5px]' : ''}>{row.label}</span>
      </span>
      {layout === 'split' ? <Columns fields={row.fields} /> : <Inline fields={row.fields} />}
    </span>
  )
}

function isCode({ text, fields }: RecordRow): boolean {
  return fields.some(({ name }) => name === 'value') || (text && fields.some(({ name }) => name === 'size'))
}

function Inline({ fields }: { fields: readonly DiffField[] }) {
  return (
    <span className="flex min-w-0 flex-wrap items-baseline justify-end gap-x-12 gap-y-2 text-second max-narrow:justify-start">
      {fields.map((field) => (
        <span
          key={field.name}
          className="inline-flex min-w-0 flex-wrap items-baseline justify-end gap-x-5 gap-y-2 max-narrow:justify-start"
        >
          <Name field={field} />
          {field.differs ? (
            <>
              <Value field={field} side="a" />
              <Icon of={ArrowRight} size={12} className="self-center text-text-3" />
              <Value field={field} side="b" />
            </>
          ) : (
            <Value field={field} side={field.b === null ? 'a' : 'b'} />
          )}
        </span>
      ))}
    </span>
  )
}

function Columns({ fields }: { fields: readonly DiffField[] }) {
  return (['a', 'b'] as const).map((side) => (
    <span key={side} className="min-w-0 text-second">
      {fields.map((field) => (
        <span key={field.name} className="block">
          <Name field={field} /> <Value field={field} side={side} />
        </span>
      ))}
    </span>
  ))
}

/** What the line says by itself is not named. */
function Name({ field }: { field: DiffField }) {
  return field.name === 'value' || field.name === 'size' ? null : <span className="text-text-3">{field.name}</span>
}

function Value({ field, side }: { field: DiffField; side: 'a' | 'b' }) {
  const value = field[side]
  const tone = field.differs ? (side === 'a' ? 'text-red' : 'text-green') : 'text-text-2'
  return (
    <span className={`min-w-0 [overflow-wrap:anywhere] ${tone}`}>
      {field.differs && <VisuallyHidden>{side === 'a' ? 'before: ' : 'after: '}</VisuallyHidden>}
      {shown(field.name, value)}
    </span>
  )
}

function shown(name: string, value: DiffValue | null) {
  if (value === null) return 'none'
  if ('masked' in value) return <MaskedChip kind={value.masked} />
  return name === 'size' ? size(Number(value.text)) : value.text
}
