import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { RawConfigDocument } from '../../../redaction/config-rules'
import { formatPosition, safeParseError } from '../../../redaction/safe-parse-error'
import type { Reading, SourceLocation } from '../../adapter'
import { integer } from '../../foreign-sqlite/read-database'
import { withDatabase } from '../../foreign-sqlite/with-database'
import { tablesOf } from '../database/tables'
import { finding } from '../findings'
import { databasesOf } from '../places'
import { stripComments } from './strip-comments'

const mostBytes = 4 * 1024 * 1024
const names = ['opencode.json', 'opencode.jsonc', 'config.json', 'tui.json']
/** Tables with keys and tokens. Only whether they have rows is asked. */
const secretTables = ['account', 'control_account', 'credential', 'session_share']

/** Settings of the person, and whether there are credentials, which are not read. Settings of projects lie in working directories, which are not touched. */
export async function readConfig(source: SourceLocation, reading: Reading): Promise<readonly RawConfigDocument[]> {
  const { root, extra } = source
  const folder = extra?.config
  const paths = folder === undefined ? [] : names.map((name) => ({ name, path: join(folder, name) }))
  const named = extra?.configFile === undefined ? [] : [{ name: 'OPENCODE_CONFIG', path: extra.configFile }]
  const documents = [...named, ...paths].map(({ name, path }) => readDocument(name, path))
  const [usual] = documents
  const present = documents.filter((document) => document.present)
  return [
    ...(present.length > 0 || usual === undefined ? present : [usual]),
    credentialFile(join(root, 'auth.json'), 'auth.json'),
    credentialFile(join(root, 'mcp-auth.json'), 'mcp-auth.json'),
    ...(await credentialTables(source, reading))
  ]
}

function readDocument(name: string, path: string): RawConfigDocument {
  const trouble = (what: string): RawConfigDocument => {
    return {
      name,
      path,
      present: true,
      root: undefined,
      findings: [finding('problem', 'config.unreadable', what, { where: path })]
    }
  }
  try {
    const facts = statSync(path, { throwIfNoEntry: false })
    if (facts === undefined) return { name, path, present: false, root: undefined, findings: [] }
    // Reading a pipe would wait for a writer for ever.
    if (!facts.isFile() || facts.size > mostBytes) return trouble('This is no file that can be read as configuration.')
    const text = stripComments(readFileSync(path, 'utf8').replace(/^\ufeff/, ''))
    return { name, path, present: true, root: text.trim() === '' ? {} : (JSON.parse(text) as unknown), findings: [] }
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      return trouble(`This file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}).`)
    }
    const place = formatPosition(safeParseError(error))
    return trouble(`This configuration file is no valid JSON${place === '' ? '' : ` (${place})`}.`)
  }
}

function credentialFile(path: string, file: string): RawConfigDocument {
  const present = statSync(path, { throwIfNoEntry: false }) !== undefined
  const what = 'This file holds credentials. Reprise says that it is there and does not read it.'
  const findings = present ? [finding('info', 'config.credentials', what, { where: path })] : []
  return { name: `${file} (presence only)`, path, present, root: undefined, findings }
}

async function credentialTables(source: SourceLocation, reading: Reading): Promise<readonly RawConfigDocument[]> {
  const documents: RawConfigDocument[] = []
  for (const { path, unit } of databasesOf(source)) {
    const tables = await filledTables(path, reading)
    if (tables.length === 0) continue
    const what = `The database also holds credentials (${tables.join(', ')}). Reprise does not read them.`
    const findings = [finding('info', 'config.credentials', what, { where: path })]
    documents.push({ name: `credentials in ${unit} (presence only)`, path, present: true, root: undefined, findings })
  }
  return documents
}

async function filledTables(path: string, reading: Reading): Promise<readonly string[]> {
  try {
    return await withDatabase(path, reading, (database) => {
      const there = tablesOf(database)
      const rows = (table: string) => integer(database.get(`SELECT count(*) AS rows FROM ${table}`)?.rows) ?? 0
      return secretTables.filter((table) => there.has(table) && rows(table) > 0)
    })
  } catch (error) {
    if (error instanceof ExpectedFailure) return []
    throw error
  }
}
