/** Slots that come from runs and other records beside the messages. */
export type RunSlot =
  /** An event that has something to show. */
  | { readonly kind: 'event'; readonly run: number; readonly event: number }
  /** How a run ended, where it did not end well. */
  | { readonly kind: 'run'; readonly run: number }
  /** A run record of no known form. */
  | { readonly kind: 'strange run'; readonly run: number }
  /** A subagent task that no tool call names. */
  | { readonly kind: 'subagent'; readonly task: number }
  | { readonly kind: 'verification'; readonly report: number }
  | { readonly kind: 'review'; readonly finding: number }
