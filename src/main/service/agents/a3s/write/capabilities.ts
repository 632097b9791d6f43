/** What a kind of store can do; in memory only (format 10). */
export interface StoreCapabilities {
  readonly atomicSessionSnapshots: boolean
  readonly aggregateCas: boolean
  readonly appendOnlyEventLog: boolean
  readonly leaseFencing: boolean
  readonly encryptedAtRest: boolean
  readonly watch: boolean
  readonly referenceAwareArtifactGc: boolean
}

/** A kind of store that says nothing about itself. */
export const noCapabilities: StoreCapabilities = {
  atomicSessionSnapshots: false,
  aggregateCas: false,
  appendOnlyEventLog: false,
  leaseFencing: false,
  encryptedAtRest: false,
  watch: false,
  referenceAwareArtifactGc: false
}

export const memoryCapabilities: StoreCapabilities = {
  ...noCapabilities,
  atomicSessionSnapshots: true,
  aggregateCas: true,
  watch: true,
  referenceAwareArtifactGc: true
}

/** Of a store of files; sealed when it was opened with a key. */
export function fileCapabilities(sealed: boolean): StoreCapabilities {
  return { ...memoryCapabilities, appendOnlyEventLog: true, leaseFencing: true, encryptedAtRest: sealed }
}
