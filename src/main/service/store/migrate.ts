import type { Database } from 'better-sqlite3'
import { catalog } from './migrations/001-catalog'
import { reading } from './migrations/002-reading'
import { unitNumbers } from './migrations/003-unit-numbers'
import { ownRestorable } from './migrations/004-own-restorable'
import { finding } from './migrations/005-finding'
import { usage } from './migrations/006-usage'
import { imported } from './migrations/007-imported'
import { maskedGone } from './migrations/008-masked-gone'
import { noOldBytes } from './migrations/009-no-old-bytes'

/** One step from the version before it to `to`. A released migration is never changed. */
export interface Migration {
  readonly to: number
  readonly sql: string
  /** What SQL alone cannot do, after it and in the same transaction. */
  readonly change?: (database: Database) => void
  /** What no transaction allows, before it; false where it has to wait for another start, with all steps after it. */
  readonly outside?: (database: Database) => boolean
}

/** All steps in order, without gaps. */
export const migrations: readonly Migration[] = [
  catalog,
  reading,
  unitNumbers,
  ownRestorable,
  finding,
  usage,
  imported,
  maskedGone,
  noOldBytes
]

/** The schema that this version reads and writes. */
export const librarySchema = migrations.length

/** Brings a library up to `target`, one transaction per step, so that an interrupted upgrade goes on where it stopped. */
export function migrate(database: Database, target = librarySchema): void {
  for (const step of migrations) {
    if (step.to > target) return
    if (versionOf(database) >= step.to) continue
    if (step.outside?.(database) === false) return
    database
      .transaction(() => {
        // Asked again inside the transaction: another process may have just made this step.
        if (versionOf(database) >= step.to) return
        database.exec(step.sql)
        step.change?.(database)
        database.pragma(`user_version = ${step.to}`)
      })
      .immediate()
  }
}

function versionOf(database: Database): number {
  return database.pragma('user_version', { simple: true }) as number
}
