import type { ChangeKind } from '@shared/domain/change'

interface ChangeWords {
  /** On the button that does it. */
  readonly verb: string
  /** How it ended. */
  readonly done: string
  /** As a noun, in a sentence. */
  readonly noun: string
  /** Over what a plan does not reach. */
  readonly limits: string
}

const restored: ChangeWords = { verb: 'Restore', done: 'restored', noun: 'restore', limits: 'Not brought back' }
const deleted: ChangeWords = { verb: 'Delete', done: 'deleted', noun: 'deletion', limits: 'Not touched' }

const words: Readonly<Record<ChangeKind, ChangeWords>> = {
  restore: restored,
  'restore-to-entry': restored,
  undo: { verb: 'Undo', done: 'undone', noun: 'undo', limits: 'Not brought back' },
  fork: { verb: 'Create', done: 'created', noun: 'fork', limits: 'Not taken along' },
  delete: deleted,
  'create-checkpoint': { verb: 'Create', done: 'created', noun: 'checkpoint', limits: 'Not in the checkpoint' },
  'delete-checkpoint': deleted,
  collect: { verb: 'Remove', done: 'removed', noun: 'collection', limits: 'Not removed' },
  migrate: { verb: 'Migrate', done: 'migrated', noun: 'migration', limits: 'Not taken along' },
  import: { verb: 'Import', done: 'imported', noun: 'import', limits: 'Not taken along' },
  repair: { verb: 'Mend', done: 'mended', noun: 'mending', limits: 'Lost by it' }
}

/** How the window speaks of a change. */
export function changeWords(kind: ChangeKind): ChangeWords {
  return words[kind]
}
