import type { StepResult } from '@shared/domain/operation'
import type { PlanStep } from '@shared/domain/plan'
import {
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  FileCheck,
  FileMinus,
  FilePen,
  FilePlus,
  type LucideIcon,
  Undo2
} from 'lucide-react'
import { lastPart } from '../../words/paths'

interface StepSign {
  readonly icon: LucideIcon
  readonly word: string
  readonly tone: string
}

/** How an action is shown: a sign and a word; the colour only repeats them. */
export const actionSigns: Readonly<Record<PlanStep['action'], StepSign>> = {
  create: { icon: FilePlus, word: 'create', tone: 'text-green' },
  replace: { icon: FilePen, word: 'replace', tone: 'text-amber' },
  remove: { icon: FileMinus, word: 'set aside', tone: 'text-red' },
  keep: { icon: FileCheck, word: 'keep', tone: 'text-text-3' }
}

export const outcomeSigns: Readonly<Record<StepResult['outcome'], StepSign>> = {
  done: { icon: CircleCheck, word: 'done', tone: 'text-green' },
  kept: { icon: CircleMinus, word: 'kept', tone: 'text-text-3' },
  failed: { icon: CircleX, word: 'failed', tone: 'text-red' },
  'put-back': { icon: Undo2, word: 'put back', tone: 'text-amber' },
  'not-started': { icon: CircleDashed, word: 'not started', tone: 'text-text-3' }
}

const targetNames: Readonly<Record<Exclude<PlanStep['what'], 'file'>, string>> = {
  session: 'The session',
  tasks: 'Its task list',
  rows: 'Rows of this session',
  checkpoint: 'A checkpoint',
  log: "The store's log",
  lease: 'The writer lease'
}

/** What a target is to a person; a file goes by its name. */
export function targetName({ what, path }: Pick<PlanStep, 'what' | 'path'>): string {
  return what === 'file' ? lastPart(path) : targetNames[what]
}

const past: Readonly<Record<PlanStep['action'], string>> = {
  create: 'created',
  replace: 'replaced',
  remove: 'set aside',
  keep: 'kept'
}

/** How a step ended, in a word: `replaced`, `kept`, `not started`. */
export function outcomeWord({ action, outcome }: Pick<StepResult, 'action' | 'outcome'>): string {
  return outcome === 'done' ? past[action] : outcomeSigns[outcome].word
}
