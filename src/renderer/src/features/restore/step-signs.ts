import type { StepResult } from '@shared/domain/operation'
import type { PlanStep } from '@shared/domain/plan'
import {
  CircleCheck,
  CircleMinus,
  CircleX,
  FileCheck,
  FileMinus,
  FilePen,
  FilePlus,
  type LucideIcon,
  Undo2
} from 'lucide-react'

interface StepSign {
  readonly icon: LucideIcon
  readonly word: string
  readonly tone: string
}

/** How an action is shown: a sign and a word; the colour only repeats them. */
export const actionSigns: Readonly<Record<PlanStep['action'], StepSign>> = {
  create: { icon: FilePlus, word: 'create', tone: 'text-green' },
  replace: { icon: FilePen, word: 'replace', tone: 'text-amber' },
  remove: { icon: FileMinus, word: 'remove', tone: 'text-red' },
  keep: { icon: FileCheck, word: 'keep', tone: 'text-text-3' }
}

export const outcomeSigns: Readonly<Record<StepResult['outcome'], StepSign>> = {
  done: { icon: CircleCheck, word: 'done', tone: 'text-green' },
  kept: { icon: FileCheck, word: 'kept', tone: 'text-text-3' },
  failed: { icon: CircleX, word: 'failed', tone: 'text-red' },
  'put-back': { icon: Undo2, word: 'put back', tone: 'text-amber' },
  'not-started': { icon: CircleMinus, word: 'not started', tone: 'text-text-3' }
}

/** What a target is to a person. */
export const targetNames: Readonly<Record<PlanStep['what'], string>> = {
  session: 'the session',
  tasks: 'its tasks',
  file: 'a file',
  rows: 'rows of a database'
}
