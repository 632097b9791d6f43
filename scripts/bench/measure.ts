import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { FloorName } from './floors.ts'

/** The middle one of several measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export interface FloorResult {
  readonly milliseconds: number
  readonly bytes: number
  readonly units: number
}

/** Measures a floor in a process of its own, several times, and takes the median. */
export function measureFloor(name: FloorName, paths: readonly string[], runs: number): FloorResult {
  const results = Array.from({ length: runs }, () => {
    const out = execFileSync(process.execPath, [join(import.meta.dirname, 'floors.ts'), name, ...paths], {
      encoding: 'utf8'
    })
    return JSON.parse(out) as FloorResult
  })
  const first = results[0]
  if (!first) throw new Error('no run')
  return { ...first, milliseconds: median(results.map((result) => result.milliseconds)) }
}

/** One line of the table. */
export interface Row {
  readonly name: string
  readonly measured: number
  readonly floor: number
  readonly floorName: string
  readonly goal: number | null
  readonly unit: 'ms' | 'MB' | 'files' | '% of a core'
  readonly note: string
}

export function reached(row: Row): boolean | null {
  if (row.goal === null) return null
  return row.floor === 0 ? row.measured <= row.goal : row.measured / row.floor <= row.goal
}
