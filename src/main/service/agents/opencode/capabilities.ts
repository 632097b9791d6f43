import type { Capabilities } from '@shared/domain/capabilities'

export const capabilities: Capabilities = {
  list: true,
  transcript: true,
  subagents: true,
  checkpoints: true,
  restoreConversation: false,
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
  verifiedWith: 'opencode 1.18.33 (sessions that it wrote, kept among the test files)'
}
