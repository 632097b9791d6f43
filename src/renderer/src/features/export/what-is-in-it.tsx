import type { BundleReport } from '@shared/domain/bundle'
import { CircleAlert, EyeOff, Info } from 'lucide-react'
import { useExport } from '../../state/export-store'
import { LoadingRows } from '../../ui/loading-rows'
import { Note } from '../../ui/note'
import { counted, size } from '../../words/numbers'

/** What the file would hold, and what it would mask or give away: said before it is written. */
export function WhatIsInIt() {
  const { choices, report, reportFailure } = useExport()
  if (choices.kind !== 'bundle')
    return <Note icon={EyeOff}>Secrets in the text are masked. Nothing is loaded from elsewhere by who reads it.</Note>
  if (reportFailure) {
    return (
      <Note icon={CircleAlert} look="amber">
        {reportFailure.message} {reportFailure.advice}
      </Note>
    )
  }
  if (report === null) return <LoadingRows count={1} height={36} label="Looking for secrets" />
  return (
    <div className="flex flex-col gap-8">
      <SecretsNote report={report} />
      <p className="text-second text-text-2">
        {counted(report.parts.length, 'file')}, {size(report.bytes)} before they are packed.
      </p>
      {report.leftOut.slice(0, 5).map(({ what, because }) => (
        <p key={what} className="text-second text-text-2 [overflow-wrap:anywhere]">
          Left out: {what}. {because}
        </p>
      ))}
    </div>
  )
}

function SecretsNote({ report: { kinds, exact } }: { report: BundleReport }) {
  const found = Object.entries(kinds)
    .map(([kind, number]) => `${number} × ${kind}`)
    .join(', ')
  if (exact) {
    return (
      <Note icon={CircleAlert} look={found === '' ? 'quiet' : 'red'}>
        {found === '' ? 'No secret was found in it, so nothing would be masked.' : `It gives away: ${found}.`}
      </Note>
    )
  }
  return (
    <Note icon={found === '' ? Info : EyeOff}>
      {found === '' ? 'No secret was found in it.' : `Masked in the bundle: ${found}.`}
    </Note>
  )
}
