import { useEffect, useState } from 'react'

/** Placeholder rows for a first load, without movement. Under 200 ms there is nothing to see. */
export function LoadingRows({ count, height, label }: { count: number; height: number; label: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return <div aria-busy="true" role="status" aria-label={label} />
  return (
    <div aria-busy="true" role="status" aria-label={label} className="flex flex-col gap-8 p-16">
      {Array.from({ length: count }, (_, index) => (
        // Placeholders have no identity of their own.
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div key={index} style={{ height }} className="rounded-control bg-raised" />
      ))}
    </div>
  )
}
