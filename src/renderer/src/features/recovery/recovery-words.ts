import type { Operation } from '@shared/domain/operation'
import { changeWords } from '../../words/changes'
import { counted } from '../../words/numbers'

type Ended = Pick<Operation, 'kind' | 'state' | 'title'>

const ends: Readonly<Record<'done' | 'rolled-back' | 'failed', { readonly one: string; readonly many: string }>> = {
  done: { one: 'It has been finished and checked.', many: 'finished and checked' },
  'rolled-back': { one: 'Everything was put back as it was before.', many: 'put back' },
  failed: { one: 'It could not be ended in full; Operations says what became of each item.', many: 'not ended in full' }
}

/** What a start found interrupted, and which way each ended. */
export function recoveryWords(ended: readonly Ended[]): string {
  const [only, ...more] = ended
  if (only === undefined) return ''
  if (more.length === 0) {
    return `The ${changeWords(only.kind).noun} of “${only.title}” had been interrupted. ${ends[endOf(only)].one}`
  }
  const ways = (['done', 'rolled-back', 'failed'] as const).flatMap((end) => {
    const count = ended.filter((each) => endOf(each) === end).length
    return count === 0 ? [] : [`${count} ${ends[end].many}`]
  })
  return `${counted(ended.length, 'operation')} had been interrupted: ${ways.join(', ')}.`
}

/** An operation that was finished may have been taken back meanwhile. */
function endOf({ state }: Ended): keyof typeof ends {
  if (state === 'rolled-back') return 'rolled-back'
  return state === 'done' || state === 'undone' ? 'done' : 'failed'
}
