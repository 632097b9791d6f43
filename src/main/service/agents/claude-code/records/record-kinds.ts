/** Records of state that feed titles, checkpoints and the like; they are absorbed, not shown by themselves. */
export const stateKinds: ReadonlySet<string> = new Set([
  'file-history-snapshot',
  'file-history-delta',
  'last-prompt',
  'custom-title',
  'ai-title',
  'agent-name',
  'agent-color',
  'summary',
  'mode',
  'permission-mode',
  'tools-used',
  'cost-state',
  'atis-latch',
  'tag',
  'pr-link'
])

/** Records that are known and kept raw: injected context, the queue, copies of requests, progress of calls. */
export const rawKinds: ReadonlySet<string> = new Set([
  'attachment',
  'queue-operation',
  'api-request',
  'api-request-shape',
  'api-request-blob',
  'progress'
])
