import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { SourceLocation } from '../../agents/adapter'
import type { WritePart } from '../../agents/write-part'
import type { RestoringAdapter } from '../engine-parts'
import type { ConflictDraft, PlanDraft } from '../plan-draft'

/** A checkpoint of the small agent below: what its files shall be, as base64; null = not there. */
export interface FileSetCheckpoint {
  readonly files: Readonly<Record<string, string | null>>
  readonly mode?: number
  readonly conflicts?: readonly ConflictDraft[]
  readonly what?: 'session' | 'file'
}

/**
 * The write part of a small agent that keeps sets of files: `<root>/checkpoints/<id>.json` says what `<root>/files` shall hold. It
 * refuses a file that says REJECT, so that a failing check can be met.
 */
const write: WritePart = {
  changes: ['restore'],
  async plan(source, change): Promise<PlanDraft> {
    const checkpoint = change.kind === 'restore' ? change.checkpoint : fail('refused', 'Only checkpoints.')
    const path = checkpointPath(source, checkpoint)
    const { files, mode, conflicts, what } = JSON.parse(readFileSync(path, 'utf8')) as FileSetCheckpoint
    return {
      title: `Put the files back to ${checkpoint}`,
      steps: Object.entries(files).map(([name, content]) => ({
        id: name,
        what: what ?? 'file',
        path: join(source.root, 'files', name),
        approvedRoot: join(source.root, 'files'),
        content: content === null ? null : Buffer.from(content, 'base64'),
        mode: mode ?? 0o640,
        because: 'The checkpoint says so.'
      })),
      conflicts: conflicts ?? [],
      cannot: [],
      notes: [],
      inputs: [path]
    }
  },
  async verify(_source, _session, paths) {
    const rejected = paths.filter((path) => existsSync(path) && readFileSync(path, 'utf8').startsWith('REJECT'))
    return rejected.map((path) => ({
      code: 'fileset.rejected',
      severity: 'problem' as const,
      what: `${path} is rejected`
    }))
  },
  capture: async () => fail('refused', 'Nothing is kept of this agent.')
}

export const fileSetAgent: RestoringAdapter = { write }

export function checkpointPath(source: Pick<SourceLocation, 'root'>, checkpoint: string): string {
  return join(source.root, 'checkpoints', `${checkpoint}.json`)
}
