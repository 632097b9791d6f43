import { sep } from 'node:path'
import type { TouchedUnits } from '../agents/adapter'
import type { LibraryReader } from '../store/library'

/** Units in a folder that are looked at together with a change beside it; where there are more they wait for the next whole scan. */
const mostInFolder = 100
/** What stands right behind the names of everything in a folder. */
const afterSep = String.fromCharCode(sep.charCodeAt(0) + 1)

interface UnitRow {
  unit: string
  fingerprint: string
}

/** What the library knows of touched units: their fingerprints, and the folders that are small enough to be looked at. */
export interface KnownTouched {
  readonly touched: TouchedUnits
  readonly fingerprints: ReadonlyMap<string, string>
}

/** null where one of the units is new. */
export function knownTouched(
  reader: LibraryReader,
  source: string,
  { units, folders }: TouchedUnits
): KnownTouched | null {
  const fingerprints = new Map<string, string>()
  for (const unit of units) {
    const row = reader.get<UnitRow>('select unit, fingerprint from unit where source = ? and unit = ?', source, unit)
    if (row === undefined) return null
    fingerprints.set(unit, row.fingerprint)
  }
  const small = folders.filter((folder) => {
    const rows = unitsIn(reader, source, folder)
    if (rows.length > mostInFolder) return false
    for (const row of rows) fingerprints.set(row.unit, row.fingerprint)
    return true
  })
  return { touched: { units, folders: small }, fingerprints }
}

function unitsIn(reader: LibraryReader, source: string, folder: string): readonly UnitRow[] {
  const sql = 'select unit, fingerprint from unit where source = ? and unit > ? and unit < ? limit ?'
  return reader.all<UnitRow>(sql, source, folder + sep, folder + afterSep, mostInFolder + 1)
}
