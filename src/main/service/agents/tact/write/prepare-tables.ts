import type { Gateway } from '../../../restore/gateway'
import type { WriterConnection } from '../../foreign-sqlite/write/writer-connection'
import { checkForeign, checkVersion, columnsOf, columnsSql, foreignSql, schemaStatements, versionOf } from './schema'
import type { Columns } from './state-bytes'

interface Tables {
  readonly gateway: Gateway
  /** The database. */
  readonly path: string
  /** Whether tables may be made in a database that has none. */
  readonly create: boolean
}

/** What is to be right before the rows of a session are exchanged (format page, section 5.2); gives the columns that there are. */
export async function prepareTables(writer: WriterConnection, { gateway, path, create }: Tables): Promise<Columns> {
  const version = versionOf(await writer.all('PRAGMA user_version'))
  if (version === 0 && create) {
    await gateway.effect('create tables', path, async () => {
      for (const statement of schemaStatements) await writer.run(statement)
    })
  } else checkVersion(version, path)
  const columns = columnsOf(await writer.all(columnsSql), path)
  checkForeign(await writer.all(foreignSql), path)
  return columns
}
