import type { ChangeKind } from '@shared/domain/change'
import type { WritePart } from '../agents/write-part'
import { sourceOf } from '../catalog/source-rows'
import type { Handler } from '../dispatch/handler'
import { readKeyFile } from '../sources/key-file'
import type { ServiceParts } from './parts'

/** `sources.list`, `source.key` */
export function sourceHandlers({ sources, library, adapters, sessionsChanged }: ServiceParts): {
  'sources.list': Handler<'sources.list'>
  'source.key': Handler<'source.key'>
} {
  return {
    'source.key': ({ source, path }) => {
      sources.get(source)
      sources.giveKey(source, readKeyFile(path))
      sessionsChanged(null)
      return {}
    },
    'sources.list': () => ({
      sources: sources.all().flatMap(({ location }) => sourceOf(library.reader, location) ?? []),
      capabilities: Object.fromEntries(adapters.map((adapter) => [adapter.agent, adapter.capabilities])),
      changes: Object.fromEntries(adapters.map(({ agent, write }) => [agent, planable(write)])),
      opensCheckpoints: adapters.flatMap(({ agent, openCheckpoint }) => (openCheckpoint ? [agent] : [])),
      keeps: adapters.flatMap(({ agent, write, parts }) =>
        write?.changes.includes('restore-kept') || parts ? [agent] : []
      )
    })
  }
}

/** A kept session is put back as `restore`, which every agent with a write part can do. */
function planable(write: WritePart | undefined): ChangeKind[] {
  return (write?.changes ?? []).filter((kind) => kind !== 'restore-kept')
}
