import { useEffect, useState } from 'react'

/** The present time in Unix ms, renewed twice a minute, so that ages stay right. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
