import type { Capabilities } from '@shared/domain/capabilities'

export const capabilities: Capabilities = {
  list: true,
  transcript: true,
  subagents: true,
  checkpoints: false,
  restoreConversation: true,
  restoreTasks: false,
  restoreFiles: false,
  atomicSnapshots: false,
  compareAndSwap: false,
  appendOnlyLog: true,
  leaseFencing: false,
  encryptionAtRest: false,
  watch: true,
  referenceAwareCollection: false,
  resume: true,
  verifiedWith: 'droid 0.215.0 (sessions that it wrote, kept among the test files)'
}
