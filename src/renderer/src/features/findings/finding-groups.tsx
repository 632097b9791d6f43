import type { Finding } from '@shared/domain/finding'
import { copyText } from '../../state/bridge'
import { CopyButton } from '../../ui/copy-button'
import { FindingCard, findingText } from '../../ui/finding-card'
import { positions } from '../../ui/positions'
import { count } from '../../words/numbers'
import { bySeverity } from './concerns'

const names: Readonly<Record<Finding['severity'], string>> = {
  problem: 'Problems',
  notice: 'Needs a look',
  info: 'For your information'
}

/** Findings, the heaviest first. */
export function FindingGroups({ findings }: { findings: readonly Finding[] }) {
  return bySeverity(findings).map((group) => (
    <section key={group.severity} aria-label={names[group.severity]} className="flex flex-col gap-10">
      <h2 className="flex items-baseline gap-8 font-semibold">
        {names[group.severity]}
        <span className="text-second font-normal text-text-3 tabular-nums">{count(group.findings.length)}</span>
      </h2>
      {positions(group.findings).map(({ key, item: finding }) => (
        <div key={key} className="flex-none [contain-intrinsic-size:auto_120px] [content-visibility:auto]">
          <FindingCard
            finding={finding}
            actions={
              <CopyButton label="Copy details" words="Copy details" copy={() => copyText(findingText(finding))} />
            }
          />
        </div>
      ))}
    </section>
  ))
}
