import type { Checkpoint } from '@shared/domain/checkpoint'
import { counted } from '../../words/numbers'

/** What was kept, and where it is found. */
export function KeptFacts({ checkpoint: { label, holds } }: { checkpoint: Checkpoint }) {
  const counts = [
    typeof holds.messages === 'number' && counted(holds.messages, 'entry', 'entries'),
    typeof holds.files === 'number' && counted(holds.files, 'file')
  ].filter((part) => typeof part === 'string')
  return (
    <>
      <p className="read-text [overflow-wrap:anywhere]">
        {label ? `“${label}”` : 'The copy'} is in the timeline of this session, under Checkpoints
        {counts.length > 0 && `: ${counts.join(', ')}`}.
      </p>
      <p className="mt-4 text-text-2">Copies that were kept by hand are never removed by themselves.</p>
    </>
  )
}
