import type { Inspection } from '@shared/domain/import'
import type { ReactNode } from 'react'
import { ChecksList } from './checks-list'
import type { ImportChoice } from './import-choice'
import { InsideList } from './inside-list'
import { PathsHere } from './paths-here'
import { WhereItGoes } from './where-it-goes'

interface FoundViewProps {
  found: Inspection
  choice: ImportChoice
  onChoose: (choice: ImportChoice) => void
  busy: boolean
}

/** What is inside, what was checked, where it would be here, and where it goes. */
export function FoundView({ found, choice, onChoose, busy }: FoundViewProps) {
  return (
    <fieldset disabled={busy} className="grid grid-cols-2 max-narrow:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-20 px-20 py-16">
        <Section title="Inside">
          <InsideList found={found} choice={choice} onChoose={onChoose} />
        </Section>
        <Section title="Checks">
          <ChecksList found={found} session={choice.session} />
        </Section>
      </div>
      <div className="flex min-w-0 flex-col gap-20 border-line px-20 py-16 narrow:border-l">
        <Section title="Where it goes">
          <WhereItGoes found={found} choice={choice} onChoose={onChoose} />
        </Section>
        <Section title="Paths on this machine">
          <PathsHere found={found} choice={choice} onChoose={onChoose} />
        </Section>
      </div>
    </fieldset>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="pb-6 text-second font-semibold">{title}</h3>
      {children}
    </section>
  )
}
