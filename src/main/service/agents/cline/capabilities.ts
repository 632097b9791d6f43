import type { Capabilities } from '@shared/domain/capabilities'

export const capabilities: Capabilities = {
  list: true,
  transcript: true,
  subagents: true,
  checkpoints: true,
  restoreConversation: true,
  restoreTasks: false,
  restoreFiles: true,
  atomicSnapshots: false,
  compareAndSwap: false,
  appendOnlyLog: false,
  leaseFencing: false,
  encryptionAtRest: false,
  watch: true,
  referenceAwareCollection: false,
  resume: true,
  verifiedWith: 'Cline CLI 3.0.65 (sessions that it wrote, kept among the test files)'
}
