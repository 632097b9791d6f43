import type { Finding } from '@shared/domain/finding'
import type { Fix } from '@shared/domain/repair'
import { Wrench } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../state/bridge'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { FindingCard, findingText } from '../../ui/finding-card'
import { Icon } from '../../ui/icon'
import { positions } from '../../ui/positions'
import { count } from '../../words/numbers'
import { bySeverity } from './concerns'
import { fixFor, goToFix } from './fix-for'

const names: Readonly<Record<Finding['severity'], string>> = {
  problem: 'Problems',
  notice: 'Needs a look',
  info: 'For your information'
}

/** So many cards are made at once; a damaged log can have thousands of findings. */
const step = 200

/** Findings, the heaviest first. */
export function FindingGroups({ findings, fixes }: { findings: readonly Finding[]; fixes: readonly Fix[] }) {
  return bySeverity(findings).map((group) => <Group key={group.severity} {...group} fixes={fixes} />)
}

interface GroupProps {
  severity: Finding['severity']
  findings: readonly Finding[]
  fixes: readonly Fix[]
}

function Group({ severity, findings, fixes }: GroupProps) {
  const [most, setMost] = useState(step)
  const left = findings.length - most
  return (
    <section aria-label={names[severity]} className="flex flex-col gap-10">
      <h2 className="flex items-baseline gap-8 font-semibold">
        {names[severity]}
        <span className="text-second font-normal text-text-3 tabular-nums">{count(findings.length)}</span>
      </h2>
      {positions(findings.slice(0, most)).map(({ key, item: finding }) => (
        <div key={key} className="flex-none [contain-intrinsic-size:auto_120px] [content-visibility:auto]">
          <FindingCard
            finding={finding}
            actions={
              <>
                <MendButton fix={fixFor(fixes, finding)} />
                <CopyButton label="Copy details" words="Copy details" copy={() => copyText(findingText(finding))} />
              </>
            }
          />
        </div>
      ))}
      {left > 0 && (
        <div className="flex items-center gap-12 text-second text-text-2">
          {count(most)} of {count(findings.length)} are shown.
          <Button onClick={() => setMost(most + step * 5)}>Show {count(Math.min(left, step * 5))} more</Button>
        </div>
      )}
    </section>
  )
}

/** Leads from a finding to the mending that answers it, which stands above. */
function MendButton({ fix }: { fix: Fix | undefined }) {
  if (fix === undefined) return null
  return (
    <Button onClick={() => goToFix(fix)} title={fix.title}>
      <Icon of={Wrench} size={13} />
      Show its mending
    </Button>
  )
}
