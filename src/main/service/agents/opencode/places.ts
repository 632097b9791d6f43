import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceLocation } from '../adapter'

const channelDatabase = /^opencode(?:-[A-Za-z0-9._-]{1,80})?\.db$/

/** A database of a data folder. */
export interface DatabasePlace {
  readonly path: string
  /** Name of its unit in a scan. */
  readonly unit: string
}

/** The databases of a source, the one that opencode itself takes first: what `OPENCODE_DB` names, the usual one, those of other channels. */
export function databasesOf({ root, extra }: SourceLocation): readonly DatabasePlace[] {
  const names = namesIn(root).filter((name) => channelDatabase.test(name))
  const usual = names.sort((a, b) => Number(b === 'opencode.db') - Number(a === 'opencode.db') || (a < b ? -1 : 1))
  const inside = usual.map((name) => ({ path: join(root, name), unit: name }))
  const named = extra?.database
  if (named === undefined) return inside
  return [{ path: named, unit: `database ${named}` }, ...inside.filter(({ path }) => path !== named)]
}

export function storageOf(root: string): string {
  return join(root, 'storage')
}

/** Names in a folder; none where it cannot be listed. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
