import { dirname, join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { StepResult } from '@shared/domain/operation'
import type { Progress } from '@shared/ipc/operation-kinds'
import type { Lease } from '../lease/lease'
import type { Journals } from '../operations/journal'
import type { FileStep, OperationRecord } from '../operations/operation-record'
import type { Vault } from '../vault/vault'
import type { Asides } from './exchange'
import type { Gateway } from './gateway'
import type { Natives } from './natives'
import type { SeenFiles } from './seen-files'

/** One operation while it is carried out, put back or recovered. */
export interface Work {
  readonly gateway: Gateway
  readonly natives: Natives
  readonly vault: Vault
  readonly journals: Journals
  readonly lease: Lease
  readonly record: OperationRecord
  /** What was taken into the vault by this run. */
  readonly seen: SeenFiles
  /** Ids of native steps whose exchange has returned, as the journal has them too. */
  readonly exchanged: Set<string>
  readonly signal: AbortSignal
  readonly progress: (progress: Progress) => void
  readonly now: () => number
  /** Asks the agent's adapter about the paths that were written. */
  readonly verifyRestored: (paths: readonly string[]) => Promise<readonly Finding[]>
}

/** Every name that an operation may give to a file beside a target or in the vault; a recovery knows them from the journal. */
export interface StepNames {
  /** New content, complete and durable, before it takes its place. */
  readonly temp: string
  /** The state before, written again from the vault when it has to be put back. */
  readonly back: string
  /** The file that gave way to the new content, and the one that gave way to a put-back. */
  readonly old: Asides
  readonly undone: Asides
}

/** The names do not end in `.json`: agents take every such file in their folders for one of theirs. */
export function namesOf(work: Pick<Work, 'record' | 'vault'>, step: FileStep): StepNames {
  const index = work.record.steps.indexOf(step)
  const folder = step.makes[0]
    ? dirname(step.makes[0].path)
    : step.empties[0]
      ? dirname(step.empties[0].path)
      : dirname(step.real)
  const beside = (kind: string) => join(folder, `.reprise-${work.record.id}-${index}.${kind}`)
  const kept = (kind: string) => join(work.vault.incomingFolder(work.record.id), `${index}.${kind}`)
  // The agent's store is no place for files of ours; what waits for its protocol waits in the vault.
  if (step.target !== undefined) {
    const { temp, back, old, undone } = {
      temp: kept('new'),
      back: kept('back'),
      old: kept('old'),
      undone: kept('undone')
    }
    return { temp, back, old: [old, old], undone: [undone, undone] }
  }
  return {
    temp: beside('new'),
    back: beside('back'),
    old: [kept('old'), beside('old')],
    undone: [kept('undone'), beside('undone')]
  }
}

export function resultOf(step: FileStep, outcome: StepResult['outcome'], message?: string): StepResult {
  return { step: step.id, path: step.path, action: step.action, outcome, ...(message !== undefined && { message }) }
}

/** Makes every changed name durable: one sync for each folder, however many files changed in it. */
export async function syncFoldersOf(work: Work, steps: readonly FileStep[]): Promise<void> {
  const folders = new Set<string>()
  for (const step of steps) {
    // Durable by the store's own protocol.
    if (step.target !== undefined) continue
    folders.add(dirname(step.real))
    for (const folder of [...step.makes, ...step.empties]) folders.add(dirname(folder.path))
  }
  for (const folder of folders) {
    if ((await work.gateway.lookAt(folder)) !== null) await work.gateway.syncFolder(folder)
  }
}
