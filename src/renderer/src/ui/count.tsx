import { count } from '@renderer/words/numbers'

/** A number in a small pill, beside the name of what is counted. */
export function Count({ of }: { of: number }) {
  return (
    <span className="h-16 min-w-18 rounded-card bg-hover px-5 text-center text-[11px] leading-[16px] font-medium text-text-2 tabular-nums">
      {count(of)}
    </span>
  )
}
