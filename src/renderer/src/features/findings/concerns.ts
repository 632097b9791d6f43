import type { Finding } from '@shared/domain/finding'
import type { SessionRef } from '@shared/domain/session'

/** What all sessions of a source have in common, wherever it lies: it is mended from each of them. */
const mendedFromAny = /^(?:gestura\.checkpoint\.(?:refused|unreadable|file-name)|a3s\.log\..*)$/

/** Findings of a source that concern one of its sessions: those that name it, and those about the source as a whole. */
export function concerning(
  session: SessionRef,
  root: string | undefined,
  ofSource: readonly Finding[],
  ofSession: readonly Finding[]
): Finding[] {
  const known = new Set(ofSession.map(nameOf))
  return ofSource.filter((finding) => {
    if (known.has(nameOf(finding))) return false
    const { code, where } = finding
    return where === undefined || where === root || where.includes(session.id) || mendedFromAny.test(code)
  })
}

const nameOf = ({ code, what, where }: Finding) => `${code}\n${what}\n${where ?? ''}`

const order = ['problem', 'notice', 'info'] as const

/** Findings by how much they need a look, the heaviest first; a severity without findings is left out. */
export function bySeverity(findings: readonly Finding[]): { severity: Finding['severity']; findings: Finding[] }[] {
  return order
    .map((severity) => ({ severity, findings: findings.filter((finding) => finding.severity === severity) }))
    .filter((group) => group.findings.length > 0)
}
