import type { ErrorCode } from '@shared/ipc/errors'

/** How the command ends (docs: "Command line"). */
export const exit = { done: 0, failed: 1, usage: 2, refused: 3, partly: 4 } as const
export type ExitCode = (typeof exit)[keyof typeof exit]

const special: Partial<Record<ErrorCode, ExitCode>> = {
  'bad.input': exit.usage,
  ambiguous: exit.usage,
  'plan.choice': exit.usage,
  'precondition.failed': exit.refused,
  'lease.held': exit.refused,
  'plan.digest': exit.refused,
  'plan.expired': exit.refused,
  refused: exit.refused,
  'source.newer': exit.refused,
  'partly.done': exit.partly
}

/** The exit code of a failure. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  return special[code] ?? exit.failed
}
