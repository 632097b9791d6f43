import type { Capabilities } from '@shared/domain/capabilities'

export const capabilities: Capabilities = {
  list: true,
  transcript: true,
  subagents: true,
  checkpoints: true,
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
  verifiedWith: 'Codex CLI 0.171.0 (sessions that it wrote, kept among the test files)'
}
