import type { EventPayload } from '@shared/ipc/contract'
import { create } from 'zustand'

type ServiceState = EventPayload<'service.state'>['state']

interface ServiceStore {
  /** `ready` until something else is heard: the page may be up before the first event. */
  readonly state: ServiceState
  readonly message: string | undefined
  /** Counts up when the service is back, so that what was cut off is asked again. */
  readonly generation: number
  heard(event: EventPayload<'service.state'>): void
}

export const useServiceStore = create<ServiceStore>((set) => ({
  state: 'ready',
  message: undefined,
  generation: 0,
  heard: ({ state, message }) =>
    set((last) => ({
      state,
      message,
      generation: last.generation + (state === 'ready' && last.state !== 'ready' ? 1 : 0)
    }))
}))
