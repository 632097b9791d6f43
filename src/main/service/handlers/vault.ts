import type { Handler } from '../dispatch/handler'
import { takeWithin } from '../transcripts/answer-size'
import type { ServiceParts } from './parts'

type Handlers = { readonly [N in 'vault.show' | 'vault.label' | 'vault.prune']: Handler<N> }

/** `vault.*`: the copies that Reprise keeps. */
export function vaultHandlers({ restore, settings, emit, refreshKept }: ServiceParts): Handlers {
  const { keeper } = restore
  return {
    'vault.show': async ({ read }) => {
      const { bytes, copies, pruned, damaged } = await keeper.show(read)
      const { vaultDays, vaultBytes } = settings.current()
      const gone = pruned.map(({ blobs: _, ...each }) => each)
      return {
        bytes,
        limits: { maxDays: vaultDays, maxBytes: vaultBytes },
        copies: takeWithin(copies, 400_000).taken,
        pruned: takeWithin(gone, 400_000).taken,
        damaged: takeWithin(damaged, 50_000).taken,
        broken: copies.filter(({ missing }) => missing > 0).length,
        total: { copies: copies.length, pruned: gone.length }
      }
    },
    'vault.label': async ({ id, label }) => {
      await keeper.label(id, label)
      await refreshKept()
      return {}
    },
    'vault.prune': async () => {
      const emptied = await keeper.prune()
      await refreshKept()
      for (const operation of emptied.operations) emit('operations.changed', { operation })
      return { removed: emptied.removed, bytes: emptied.bytes }
    }
  }
}
