interface ProgressBarProps {
  label: string
  done: number
  /** null while it is not known how much there is. */
  total: number | null
}

/** How far something is. Without a total it says nothing about how far, so it only marks that something is under way. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  const share = total ? Math.min(1, done / total) : null
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      {...(share === null ? {} : { 'aria-valuenow': done, 'aria-valuemax': total ?? 0 })}
      className="h-4 overflow-hidden rounded-full bg-hover"
    >
      <div className="h-full rounded-full bg-accent" style={{ width: share === null ? '12%' : `${share * 100}%` }} />
    </div>
  )
}
