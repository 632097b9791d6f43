import type { Capabilities } from '@shared/domain/capabilities'

export const capabilities: Capabilities = {
  list: true,
  transcript: true,
  // pi itself has none; an extension that starts some keeps them in a way of its own.
  subagents: false,
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
  verifiedWith: 'pi-coding-agent 0.73.1 (sessions that it wrote, kept among the test files)'
}
