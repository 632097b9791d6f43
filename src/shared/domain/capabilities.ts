import { z } from 'zod'

/** What an adapter can do, as data: shown in the app, in docs, and tested (design: "Adapter"). */
export const Capabilities = z.object({
  list: z.boolean(),
  transcript: z.boolean(),
  subagents: z.boolean(),
  checkpoints: z.boolean(),
  restoreConversation: z.boolean(),
  restoreTasks: z.boolean(),
  restoreFiles: z.boolean(),
  atomicSnapshots: z.boolean(),
  compareAndSwap: z.boolean(),
  appendOnlyLog: z.boolean(),
  leaseFencing: z.boolean(),
  encryptionAtRest: z.boolean(),
  watch: z.boolean(),
  referenceAwareCollection: z.boolean(),
  resume: z.boolean(),
  /** Last version of the agent that the adapter was verified with, and how. */
  verifiedWith: z.string()
})
export type Capabilities = z.infer<typeof Capabilities>
