import { useSyncExternalStore } from 'react'

/** `wide` shows everything; from 1180 px the rail is icons and the outline a menu; from 1000 px words become signs. */
export type WidthClass = 'wide' | 'medium' | 'narrow'

const medium = window.matchMedia('(max-width: 1180px)')
const narrow = window.matchMedia('(max-width: 1000px)')

const current = (): WidthClass => (narrow.matches ? 'narrow' : medium.matches ? 'medium' : 'wide')

function watch(changed: () => void): () => void {
  for (const query of [medium, narrow]) query.addEventListener('change', changed)
  return () => {
    for (const query of [medium, narrow]) query.removeEventListener('change', changed)
  }
}

export function useWidthClass(): WidthClass {
  return useSyncExternalStore(watch, current)
}
