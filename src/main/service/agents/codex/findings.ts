import type { Finding } from '@shared/domain/finding'

type Parts = Omit<Finding, 'code' | 'severity' | 'what'>

/** A finding of this agent; `code` is the part after `codex.`. */
export function finding(severity: Finding['severity'], code: string, what: string, parts: Parts = {}): Finding {
  return { code: `codex.${code}`, severity, what, ...parts }
}
