import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { SourceLocation } from '../../agents/adapter'
import type { WritePart } from '../../agents/write-part'
import type { RestoringAdapter } from '../engine-parts'
import { type ConflictDraft, isNative, type PlanDraft, type StepDraft } from '../plan-draft'
import { openRows, rowStore, rowsPath } from './row-store'

/** A checkpoint of the small agent below: what its files and rows shall be, as base64; null = not there. */
export interface FileSetCheckpoint {
  readonly files: Readonly<Record<string, string | null>>
  readonly rows?: Readonly<Record<string, string | null>>
  /** Files that were there and whose content was not taken: neither content nor absence is known. */
  readonly notCaptured?: readonly string[]
  readonly mode?: number
  readonly conflicts?: readonly ConflictDraft[]
  readonly what?: 'session' | 'file'
}

/**
 * The write part of a small agent that keeps sets of files and, in a database, named rows: `<root>/checkpoints/<id>.json` says what
 * `<root>/files` and `<root>/rows.sqlite3` shall hold. It refuses a file that says REJECT, so that a failing check can be met.
 */
const write: WritePart = {
  changes: ['restore', 'restore-kept'],
  async plan(source, change): Promise<PlanDraft> {
    if (change.kind === 'restore-kept') return { ...nothingElse, title: 'Put back what was kept', steps: change.parts }
    const checkpoint = change.kind === 'restore' ? change.checkpoint : fail('refused', 'Only checkpoints.')
    const path = checkpointPath(source, checkpoint)
    const { conflicts, ...all } = JSON.parse(readFileSync(path, 'utf8')) as FileSetCheckpoint
    const title = `Put the files back to ${checkpoint}`
    const cannot = (all.notCaptured ?? []).map((what) => ({ what, because: 'Its content was not captured.' }))
    return { ...nothingElse, title, steps: stepsOf(source, all), conflicts: conflicts ?? [], cannot, inputs: [path] }
  },
  async verify(_source, _session, paths) {
    const rejected = paths.filter((path) => existsSync(path) && readFileSync(path, 'utf8').startsWith('REJECT'))
    return rejected.map((path) => ({
      code: 'fileset.rejected',
      severity: 'problem' as const,
      what: `${path} is rejected`
    }))
  },
  async capture(source) {
    const rows = existsSync(rowsPath(source.root)) ? readRows(source.root) : {}
    const steps = stepsOf(source, { files: readFiles(join(source.root, 'files')), rows, what: 'session' })
    return steps.map((step) => (isNative(step) ? step : { ...step, mode: statSync(step.path).mode & 0o777 }))
  },
  native: rowStore
}

const nothingElse = { conflicts: [], cannot: [], notes: [], inputs: [] }

function readFiles(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = names.map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path).toString('base64')]))
}

function readRows(root: string): Record<string, string> {
  const database = openRows(root)
  try {
    const rows = database.prepare('SELECT name, value FROM rows').all() as { name: string; value: Buffer }[]
    return Object.fromEntries(rows.map(({ name, value }) => [name, value.toString('base64')]))
  } finally {
    database.close()
  }
}

/** Rows stand between the files, so that a stop meets files before and after them. */
function stepsOf(source: SourceLocation, { files, rows, mode, what }: FileSetCheckpoint): StepDraft[] {
  const because = 'The checkpoint says so.'
  const fileSteps = Object.entries(files).map(([name, content]) => ({
    id: name,
    what: what ?? 'file',
    path: join(source.root, 'files', name),
    approvedRoot: join(source.root, 'files'),
    content: bytesOf(content),
    mode: mode ?? 0o640,
    because
  }))
  const rowSteps = Object.entries(rows ?? {}).map(([name, content]) => ({
    id: `row ${name}`,
    what: 'rows' as const,
    path: rowsPath(source.root),
    approvedRoot: source.root,
    target: { row: name },
    content: bytesOf(content),
    because
  }))
  return [...fileSteps.slice(0, 1), ...rowSteps, ...fileSteps.slice(1)]
}

function bytesOf(content: string | null): Uint8Array | null {
  return content === null ? null : Buffer.from(content, 'base64')
}

export const fileSetAgent: RestoringAdapter = { write }

export function checkpointPath(source: Pick<SourceLocation, 'root'>, checkpoint: string): string {
  return join(source.root, 'checkpoints', `${checkpoint}.json`)
}
