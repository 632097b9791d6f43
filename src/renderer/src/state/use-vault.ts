import type { VaultState } from '@shared/domain/vault'
import { type Answer, useAnswer } from './answer'
import { useLibraryStore } from './library-store'
import { useSettings } from './settings-store'

/** What the vault holds; asked for again after each change of it, and of its limits. Not asked for at all unless `wanted`. */
export function useVault(wanted = true): Answer<VaultState> {
  const changes = useLibraryStore((state) => state.operations)
  const { vaultDays, vaultBytes } = useSettings((state) => state.settings)
  return useAnswer('vault.show', wanted ? {} : null, `${changes} ${vaultDays} ${vaultBytes}`)
}
