import { sourceOf } from '../catalog/source-rows'
import type { Handler } from '../dispatch/handler'
import type { ServiceParts } from './parts'

/** `sources.list` */
export function sourceHandlers({ sources, library, adapters }: ServiceParts): {
  'sources.list': Handler<'sources.list'>
} {
  return {
    'sources.list': () => ({
      sources: sources.all().flatMap(({ location }) => sourceOf(library.reader, location) ?? []),
      capabilities: Object.fromEntries(adapters.map((adapter) => [adapter.agent, adapter.capabilities]))
    })
  }
}
