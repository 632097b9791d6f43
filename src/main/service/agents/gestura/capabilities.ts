import type { Capabilities } from '@shared/domain/capabilities'

export const capabilities: Capabilities = {
  list: true,
  transcript: true,
  subagents: false,
  checkpoints: true,
  restoreConversation: true,
  restoreTasks: true,
  restoreFiles: false,
  atomicSnapshots: false,
  compareAndSwap: false,
  appendOnlyLog: false,
  leaseFencing: false,
  encryptionAtRest: false,
  watch: true,
  referenceAwareCollection: false,
  resume: false,
  verifiedWith: 'source of gestura-core 0.9.2 as described in its format notes; the program itself could not be had'
}
