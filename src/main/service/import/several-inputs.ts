import { basename, resolve } from 'node:path'
import type { Inspection } from '@shared/domain/import'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import type { HeldInput } from './inspect-input'
import type { ImportLimits } from './unpack/limits'

/** As many files and folders as are looked at together. */
const mostInputs = 500

/**
 * What was handed over, each path once. A log that SQLite keeps beside a database is read with that database, so it is none of its own. Throws
 * `refused` where there are too many.
 */
export function inputPaths(first: string, more: readonly string[]): readonly string[] {
  const paths = [...new Set([first, ...more])]
  const all = new Set(paths.map((path) => resolve(path)))
  const own = paths.filter((path) => !all.has(resolve(path).replace(/-(?:wal|shm|journal)$/, '')) || !isBeside(path))
  if (own.length > mostInputs) {
    fail('refused', `These are ${own.length} files and folders; at most ${mostInputs} are looked at together.`, {
      advice: 'Put them into one folder and hand that over, or fewer at a time.'
    })
  }
  return own
}

function isBeside(path: string): boolean {
  return /-(?:wal|shm|journal)$/.test(path)
}

/** What is left of the limits, which hold for everything together. */
export function remaining(limits: ImportLimits, taken: readonly HeldInput[]): ImportLimits {
  const sum = (count: (input: HeldInput) => number) => taken.reduce((all, input) => all + count(input), 0)
  return {
    ...limits,
    totalBytes: Math.max(0, limits.totalBytes - sum(({ opened }) => opened.bytes)),
    files: Math.max(0, limits.files - sum(({ opened }) => opened.files))
  }
}

export type Refused = Inspection['refused'][number]

/** Why one of several inputs cannot be taken; the others go on. Throws what concerns all of them. */
export function refusedInput(path: string, error: unknown): Refused {
  if (!(error instanceof ExpectedFailure) || error.failure.code === 'cancelled') throw error
  const { message, advice } = error.failure
  return { name: basename(path), message, ...(advice !== undefined && { advice }) }
}

/** Reasons that are part of the words; all of them are part of the data. */
const mostReasons = 5

/** Nothing of several inputs can be taken. */
export function refuseAll(refused: readonly Refused[]): never {
  return fail('refused', `None of these ${refused.length} files and folders can be imported.`, {
    advice: refused
      .slice(0, mostReasons)
      .map(({ name, message }) => `${name}: ${message}`)
      .join(' '),
    data: { refused: refused.slice(0, 100) }
  })
}
