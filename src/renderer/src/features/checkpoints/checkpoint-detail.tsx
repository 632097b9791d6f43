import { type AgentId, agentNames } from '@shared/domain/agents'
import type { Checkpoint } from '@shared/domain/checkpoint'
import { Eye, GitCompare, GitFork, History, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { copyText } from '../../state/bridge'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { FindingCard } from '../../ui/finding-card'
import { Icon } from '../../ui/icon'
import { fullDate } from '../../words/calendar'
import { holdsWords, labelWords } from './checkpoint-words'
import { CopyFacts, LabelButton, useHeldCopy } from './copy-facts'

interface DetailProps {
  checkpoint: Checkpoint
  agent: AgentId
  onRestore: () => void
  /** Compares it with the marked checkpoint, or with now. Left out where there is nothing to compare. */
  onCompare: (() => void) | undefined
  compareWords: string
  /** Left out where it cannot be looked into. */
  onOpen: (() => void) | undefined
  /** Left out where no new session can begin from it. */
  onFork: (() => void) | undefined
  /** Left out where it cannot be deleted. */
  onDelete: (() => void) | undefined
  children: ReactNode
}

/** One checkpoint: what it is, what it holds, what was found about it, and the way back to it. */
export function CheckpointDetail(props: DetailProps) {
  const { checkpoint, agent, onRestore, onCompare, compareWords, onOpen, onFork, onDelete, children } = props
  const ofOurs = checkpoint.origin !== 'agent'
  const held = useHeldCopy(checkpoint)
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-20 overflow-y-auto px-20 py-16">
      <header>
        <h2 className="read-text text-lead font-semibold [overflow-wrap:anywhere]">{labelWords(checkpoint)}</h2>
        <p className="mt-2 text-second text-text-2">{holdsWords(checkpoint)}</p>
        <div className="mt-12 flex flex-wrap items-center gap-8 empty:hidden">
          {checkpoint.restorable && (
            <Button look="main" size="large" onClick={onRestore}>
              <Icon of={History} size={14} />
              Restore…
            </Button>
          )}
          {onCompare && (
            <Button size="large" onClick={onCompare}>
              <Icon of={GitCompare} size={14} />
              {compareWords}
            </Button>
          )}
          {onOpen && (
            <Button size="large" onClick={onOpen}>
              <Icon of={Eye} size={14} />
              Open
            </Button>
          )}
          {onFork && (
            <Button size="large" onClick={onFork}>
              <Icon of={GitFork} size={14} />
              Fork…
            </Button>
          )}
          {held && <LabelButton copy={held.copy} />}
          {onDelete && (
            <Button look="ghost" size="large" onClick={onDelete}>
              <Icon of={Trash2} size={14} />
              Delete…
            </Button>
          )}
        </div>
      </header>
      <dl className="grid grid-cols-[max-content_1fr] items-baseline gap-x-20 gap-y-4 text-table">
        <Row name="Made">{checkpoint.at === null ? 'at an unknown time' : fullDate(checkpoint.at)}</Row>
        <Row name="By">{checkpoint.origin === 'agent' ? agentNames[agent] : 'Reprise'}</Row>
        {ofOurs ? (
          <>
            <Row name="Complete">{checkpoint.valid ? 'yes, byte for byte' : 'no, a part of it is missing'}</Row>
            {held && <CopyFacts {...held} />}
          </>
        ) : (
          <Row name="Accepted">
            {checkpoint.valid ? `yes, by ${agentNames[agent]}'s own rules` : `no, ${agentNames[agent]} would refuse it`}
          </Row>
        )}
        <Row name="Id">
          <span className="inline-flex items-center gap-4">
            <span className="read-text font-mono text-[11.5px] [overflow-wrap:anywhere]">{checkpoint.id}</span>
            <CopyButton label="Copy the checkpoint's id" copy={() => copyText(checkpoint.id)} />
          </span>
        </Row>
      </dl>
      {checkpoint.findings.length > 0 && (
        <section aria-label="Findings about this checkpoint" className="flex flex-col gap-10">
          {checkpoint.findings.map((finding) => (
            <FindingCard key={`${finding.code} ${finding.what}`} finding={finding} />
          ))}
        </section>
      )}
      {children}
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}
