import type { Finding } from '@shared/domain/finding'
import type { SessionRef } from '@shared/domain/session'

/** What keeps an agent from all of its own, wherever it lies: it is mended from each session. */
const closesAll = /^(?:gestura\.checkpoint\.(?:refused|unreadable)|a3s\.log\..*)$/

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
    return where === undefined || where === root || where.includes(session.id) || closesAll.test(code)
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
