import type { Capabilities } from '@shared/domain/capabilities'
import { Check, Minus } from 'lucide-react'
import { Icon } from '../../ui/icon'

type Ability = Exclude<keyof Capabilities, 'verifiedWith'>

const names: Readonly<Record<Ability, string>> = {
  list: 'List sessions',
  transcript: 'Read transcripts',
  subagents: 'Follow subagents',
  checkpoints: 'List checkpoints',
  restoreConversation: 'Put a conversation back',
  restoreTasks: 'Put tasks back',
  restoreFiles: 'Put files back',
  atomicSnapshots: 'Snapshots in one piece',
  compareAndSwap: 'Writes only over what was read',
  appendOnlyLog: 'A log that only grows',
  leaseFencing: 'A lease for writers',
  encryptionAtRest: 'Encryption on disk',
  watch: 'Notice changes',
  referenceAwareCollection: 'Clean up by references',
  resume: 'Resume a session'
}

/** What works with an agent in this version, each with a word. */
export function CapabilityTable({ capabilities }: { capabilities: Capabilities }) {
  return (
    <section className="mt-8 flex-none">
      <h2 className="pb-8 text-second font-semibold">What works</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-x-20 rounded-card border border-line px-12 py-6 text-table">
        {(Object.keys(names) as Ability[]).map((name) => (
          <li key={name} className={`flex min-h-26 items-center gap-8 ${capabilities[name] ? '' : 'text-text-3'}`}>
            <Icon
              of={capabilities[name] ? Check : Minus}
              size={14}
              className={capabilities[name] ? 'text-green' : ''}
            />
            {names[name]}
            <span className="sr-only">{capabilities[name] ? ', yes' : ', no'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
