import type { Finding } from '@shared/domain/finding'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon'

const signs = {
  info: { icon: Info, tone: 'text-text-3', word: 'For your information' },
  notice: { icon: TriangleAlert, tone: 'text-amber', word: 'Needs a look' },
  problem: { icon: CircleAlert, tone: 'text-red', word: 'Problem' }
}

/** Four parts: what is the case, what is still there, what Reprise does about it, what the person can do. */
export function FindingCard({ finding, when, actions }: { finding: Finding; when?: string; actions?: ReactNode }) {
  const sign = signs[finding.severity]
  const parts = [finding.still, finding.does, finding.can].filter(Boolean)
  return (
    <article className="flex-none rounded-card border border-line px-16 pt-13 pb-14">
      <div className="flex items-start gap-8">
        <span role="img" aria-label={sign.word} className={`mt-2 ${sign.tone}`}>
          <Icon of={sign.icon} />
        </span>
        <h2 className="read-text min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{finding.what}</h2>
        {when && <span className="text-second text-text-3 tabular-nums">{when}</span>}
      </div>
      {parts.length > 0 && <p className="read-text mt-4 max-w-[68ch] ps-24 text-text-2">{parts.join(' ')}</p>}
      {finding.where && (
        <p className="read-text mt-4 ps-24 font-mono text-[11.5px] [overflow-wrap:anywhere] text-text-3">
          {finding.where}
        </p>
      )}
      {actions && <div className="mt-10 flex flex-wrap items-center gap-8 ps-24">{actions}</div>}
    </article>
  )
}

/** A finding as text for a report, with its code. */
export function findingText(finding: Finding): string {
  const rows = [
    ['what', finding.what],
    ['where', finding.where],
    ['still there', finding.still],
    ['Reprise', finding.does],
    ['you can', finding.can],
    ['code', finding.code],
    ['severity', finding.severity]
  ]
  return rows.flatMap(([name, text]) => (text ? [`${name}: ${text}`] : [])).join('\n')
}
