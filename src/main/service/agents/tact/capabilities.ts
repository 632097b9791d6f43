import type { Capabilities } from '@shared/domain/capabilities'

export const capabilities: Capabilities = {
  list: true,
  transcript: true,
  // Children leave no rows in the store: only the calls that started and asked them remain.
  subagents: false,
  checkpoints: true,
  restoreConversation: true,
  restoreTasks: false,
  restoreFiles: false,
  atomicSnapshots: true,
  compareAndSwap: true,
  appendOnlyLog: true,
  leaseFencing: false,
  encryptionAtRest: false,
  watch: true,
  referenceAwareCollection: false,
  resume: true,
  verifiedWith: 'tact 0.8.3 and 0.6.6 (stores that they wrote, kept among the test files)'
}
