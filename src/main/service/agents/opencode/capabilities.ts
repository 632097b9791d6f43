import type { Capabilities } from '@shared/domain/capabilities'

export const capabilities: Capabilities = {
  list: true,
  transcript: true,
  subagents: true,
  checkpoints: true,
  restoreConversation: true,
  restoreTasks: true,
  restoreFiles: true,
  atomicSnapshots: true,
  compareAndSwap: true,
  appendOnlyLog: false,
  leaseFencing: false,
  encryptionAtRest: false,
  watch: true,
  referenceAwareCollection: false,
  resume: true,
  verifiedWith:
    'opencode 1.18.33 (sessions that it wrote, and that went on from what Reprise wrote); 1.1.65 (JSON files)'
}
