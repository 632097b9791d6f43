import type { Finding } from '@shared/domain/finding'

type Parts = Omit<Finding, 'code' | 'severity' | 'what'>

/** Short ways to make a finding of this agent; `code` is the part after `tact.`. */
export function problem(code: string, what: string, parts: Parts = {}): Finding {
  return { code: `tact.${code}`, severity: 'problem', what, ...parts }
}

export function notice(code: string, what: string, parts: Parts = {}): Finding {
  return { code: `tact.${code}`, severity: 'notice', what, ...parts }
}

export function info(code: string, what: string, parts: Parts = {}): Finding {
  return { code: `tact.${code}`, severity: 'info', what, ...parts }
}
