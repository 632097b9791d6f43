import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/**
 * SHA-256 of everything in a home: of every file by its whole path, and of each row of opencode's database, whose pages also hold what
 * no row does. Names of rows are `<database>#<table>#<number of the row>`.
 */
export function filesOfHome(home: string): Map<string, string> {
  const found = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = found.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return new Map(
    paths.flatMap((path): [string, string][] => {
      if (/\.db-(wal|shm)$/.test(path)) return []
      return path.endsWith('.db') ? rowsOf(path) : [[path, hashOf(readFileSync(path))]]
    })
  )
}

export const isRow = (name: string): boolean => name.includes('.db#')

/** Looked at in a copy, since a reader would leave its own files beside the database. */
function rowsOf(path: string): [string, string][] {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-rows-'))
  const copy = join(folder, 'copy.db')
  for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end)
  const database = new DatabaseSync(copy)
  try {
    const tables = database.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    return tables.all().flatMap(({ name }) => {
      const rows = database.prepare(`select rowid as rowid_, * from "${String(name)}"`).all()
      return rows.map((row): [string, string] => [
        `${path}#${String(name)}#${row['rowid_']}`,
        hashOf(JSON.stringify(row))
      ])
    })
  } finally {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Files and rows that came, went, or hold something else. */
export function changedFiles(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort()
}
