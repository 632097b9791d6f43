import type { EventName, InputOf, OperationName, OutputOf } from '@shared/ipc/contract'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { Progress } from '@shared/ipc/operation-kinds'
import { inlineReaders } from '../readers/inline-readers'
import { createService, type Service } from '../service'
import type { ServiceOptions } from '../service-options'
import { jotAdapter } from './jot-adapter'
import type { JotHome } from './jot-home'

export interface ServiceUnderTest {
  readonly service: Service
  readonly events: { name: EventName; payload: unknown }[]
  call<N extends OperationName>(
    name: N,
    input: InputOf<N>,
    how?: { signal?: AbortSignal; progress?: (progress: Progress) => void }
  ): Promise<OutputOf<N>>
}

/** A service over a home of jots; `close` it at the end. */
export async function jotService(home: JotHome, more: Partial<ServiceOptions> = {}): Promise<ServiceUnderTest> {
  const events: ServiceUnderTest['events'] = []
  const service = await createService({
    home: home.own,
    adapters: [jotAdapter],
    look: { home: home.home, env: {}, platform: process.platform, cwd: home.home, flags: [] },
    readers: inlineReaders,
    emit: (name, payload) => void events.push({ name, payload }),
    ...more
  })
  return {
    service,
    events,
    async call(name, input, { signal = new AbortController().signal, progress = () => undefined } = {}) {
      const envelope = await service.dispatch(name, input, { traceId: 'test', signal, progress })
      if (!envelope.ok) throw new ExpectedFailure(envelope.error)
      return envelope.value as never
    }
  }
}
