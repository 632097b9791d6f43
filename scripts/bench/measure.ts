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
  /** Processor time, in ms: it tells more than the clock where other work runs beside. */
  readonly processor: number
  readonly bytes: number
  readonly units: number
}

/** Measures a floor once, in a process of its own. */
function floorOnce(name: FloorName, paths: readonly string[]): FloorResult {
  const floors = join(import.meta.dirname, 'floors.ts')
  return JSON.parse(execFileSync(process.execPath, [floors, name, ...paths], { encoding: 'utf8' })) as FloorResult
}

/** A floor that is measured again before each measurement it is compared with, so that a busy minute falls on both. */
export class Floor {
  private readonly results: FloorResult[] = []
  private readonly name: FloorName
  private readonly paths: readonly string[]

  constructor(name: FloorName, paths: readonly string[]) {
    this.name = name
    this.paths = paths
  }

  readonly again = (): void => {
    this.results.push(floorOnce(this.name, this.paths))
  }

  get median(): FloorResult {
    const [first] = this.results
    if (!first) throw new Error(`the floor ${this.name} was not measured`)
    const pick = (name: 'milliseconds' | 'processor') => median(this.results.map((result) => result[name]))
    return { ...first, milliseconds: pick('milliseconds'), processor: pick('processor') }
  }
}

/** One line of the table. */
export interface Row {
  readonly name: string
  readonly measured: number
  readonly floor: number
  readonly floorName: string
  readonly goal: number | null
  readonly unit: 'ms' | 'MB' | 'kB' | 'files' | '% of a core'
  readonly note: string
}

export function reached(row: Row): boolean | null {
  if (row.goal === null) return null
  return row.floor === 0 ? row.measured <= row.goal : row.measured / row.floor <= row.goal
}
