import type { VaultCopy, VaultState } from '@shared/domain/vault'
import type { ReactNode } from 'react'
import { useNow } from '../../state/now'
import { moment } from '../../words/calendar'
import { counted, size } from '../../words/numbers'
import { overLimits } from './over-limits'

const mostListed = 12

/** What would go, and why, and what stays whatever the limits say. */
export function PrunePlan({ vault }: { vault: VaultState }) {
  const { old, over, next, kept } = overLimits(vault, useNow())
  const { maxDays, maxBytes } = vault.limits
  return (
    <>
      {old.length > 0 && (
        <Part title={`${counted(old.length, 'copy', 'copies')} older than ${counted(maxDays, 'day')}`}>
          <CopyList copies={old} />
        </Part>
      )}
      {over > 0 && next.length > 0 && (
        <Part title={`${size(over)} over the limit of ${size(maxBytes)}`}>
          <p className="pb-6 text-second text-text-2">The oldest go until the rest fits:</p>
          <CopyList copies={next} />
        </Part>
      )}
      <p className="px-20 py-12 text-second text-text-2">
        What is removed cannot be brought back.{' '}
        {kept > 0 &&
          `${counted(kept, 'copy stays', 'copies stay')} in any case: with a label, kept by hand, or needed for the newest undo.`}
      </p>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-b border-line px-20 pt-12 pb-14">
      <h3 className="pb-6 font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function CopyList({ copies }: { copies: readonly VaultCopy[] }) {
  const now = useNow()
  return (
    <ul className="flex flex-col gap-4 text-table">
      {copies.slice(0, mostListed).map((copy) => (
        <li key={copy.id} className="flex items-baseline gap-12">
          <span className="trunc min-w-0 flex-1" title={copy.title}>
            {copy.title}
          </span>
          <span className="flex-none text-second text-text-3 tabular-nums">{moment(copy.madeAt, now)}</span>
          <span className="w-64 flex-none text-end text-second text-text-2 tabular-nums">{size(copy.bytes)}</span>
        </li>
      ))}
      {copies.length > mostListed && (
        <li className="text-second text-text-3">and {counted(copies.length - mostListed, 'other')}</li>
      )}
    </ul>
  )
}
