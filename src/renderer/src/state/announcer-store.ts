import { create } from 'zustand'

/** Polite messages come at most every five seconds; the last one wins. */
const pause = 5000

interface AnnouncerStore {
  readonly polite: string
  readonly urgent: string
  say(text: string): void
  sayAtOnce(text: string): void
}

let lastSaid = Number.NEGATIVE_INFINITY
let waiting: ReturnType<typeof setTimeout> | undefined

/** What assistive technology is told without a change of focus. */
export const useAnnouncer = create<AnnouncerStore>((set) => ({
  polite: '',
  urgent: '',
  say: (text) => {
    clearTimeout(waiting)
    const now = performance.now()
    const delay = Math.max(0, lastSaid + pause - now)
    lastSaid = now + delay
    if (delay === 0) set({ polite: text })
    else waiting = setTimeout(() => set({ polite: text }), delay)
  },
  sayAtOnce: (urgent) => set({ urgent })
}))
