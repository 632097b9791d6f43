import type { DiffChange } from '@shared/domain/diff'

interface ChangeSign {
  readonly sign: string
  /** Said where the sign is only seen. */
  readonly word: string
  readonly tone: string
  readonly background: string
}

/** How a change is shown: a sign and a colour, and a word for whoever sees neither. */
export const changeSigns: Readonly<Record<DiffChange, ChangeSign>> = {
  same: { sign: ' ', word: 'unchanged', tone: 'text-text-3', background: '' },
  changed: { sign: '~', word: 'changed', tone: 'text-amber', background: 'bg-amber-soft' },
  removed: { sign: '−', word: 'removed', tone: 'text-red', background: 'bg-red-soft' },
  added: { sign: '+', word: 'added', tone: 'text-green', background: 'bg-green-soft' },
  'moved-from': { sign: '↑', word: 'moved away from here', tone: 'text-text-2', background: 'bg-raised' },
  'moved-to': { sign: '↓', word: 'moved here', tone: 'text-accent', background: 'bg-accent-soft' },
  renamed: { sign: '→', word: 'renamed', tone: 'text-accent', background: 'bg-accent-soft' }
}
