import type { FromService, ToService } from '@shared/ipc/message'

/** The service's end of the line to whoever started it. Messages are plain JSON. */
export interface ServicePort {
  send(message: FromService): void
  /** `listener` gets every message as it came, not yet parsed. */
  listen(listener: (message: unknown) => void): void
  /** Called when the other end is gone. */
  onClosed(listener: () => void): void
}

export type { FromService, ToService }
