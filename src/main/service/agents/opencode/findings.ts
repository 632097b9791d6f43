import type { Finding } from '@shared/domain/finding'

type Parts = Omit<Finding, 'code' | 'severity' | 'what'>

/** A finding of this agent; `code` is the part after `opencode.`. */
export function finding(severity: Finding['severity'], code: string, what: string, parts: Parts = {}): Finding {
  return { code: `opencode.${code}`, severity, what, ...parts }
}
