import { useEffect } from 'react'
import { create } from 'zustand'

/** Set when the focus shall go into the detail pane as soon as there is something to take it. */
const useWanted = create<{ readonly wanted: boolean }>(() => ({ wanted: false }))

/** Asks for the focus in the detail pane; a session that is still being opened takes it when it is there. */
export function wantDetailFocus(): void {
  useWanted.setState({ wanted: true })
}

/** The person went elsewhere meanwhile. */
export function forgetDetailFocus(): void {
  useWanted.setState({ wanted: false })
}

/** Takes the focus that was asked for, once `ready`. */
export function useWantedFocus(ready: boolean, take: () => void): void {
  const wanted = useWanted((state) => state.wanted)
  useEffect(() => {
    if (!wanted || !ready) return
    forgetDetailFocus()
    take()
  })
}
