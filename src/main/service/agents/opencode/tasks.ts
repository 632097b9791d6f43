import { join } from 'node:path'
import type { Task, TaskList } from '@shared/domain/task'
import type { Reading, SourceLocation } from '../adapter'
import { withDatabase } from '../foreign-sqlite/with-database'
import { asList, asName, asNumber, asObject, type JsonObject, parseJson } from '../json-access'
import { plainRow, tablesOf } from './database/tables'
import { readRecord, stateOf } from './files/read-record'
import { isSafeId } from './files/session-files'
import { storageOf } from './places'
import { findSession } from './sessions/find-session'

/** The list that `todowrite` keeps: of the table, or of a file where opencode has no database. */
export async function readTasks(source: SourceLocation, id: string, reading: Reading): Promise<readonly TaskList[]> {
  const { database } = await findSession(source, id, reading)
  const path = join(storageOf(source.root), 'todo', `${id}.json`)
  const fromFile = isSafeId(id) && stateOf(path) !== '-' ? asList(parseJson(readRecord(path))).map(asObject) : []
  if (database === null) return fromFile.length === 0 ? [] : [listOf('JSON files', path, fromFile)]
  const rows = await withDatabase(database.path, reading, (open) =>
    tablesOf(open).has('todo') ? open.all('SELECT * FROM todo WHERE session_id = ? ORDER BY position', id) : []
  )
  if (rows.length > 0) return [listOf('database', database.path, rows.map(plainRow))]
  return fromFile.length === 0 ? [] : [listOf('JSON files', path, fromFile)]
}

function listOf(place: string, path: string, rows: readonly JsonObject[]): TaskList {
  const tasks = rows.map(taskOf)
  const current = tasks.find(({ current }) => current)?.id ?? null
  return { place, path, exists: true, target: false, currentTaskId: current, tasks, findings: [] }
}

function taskOf(row: JsonObject, index: number): Task {
  const status = asName(row.status) ?? 'unknown'
  return {
    id: asName(row.id) ?? String(asNumber(row.position) ?? index),
    name: asName(row.content) ?? '',
    status,
    depth: 0,
    current: status === 'in_progress',
    updatedAt: asNumber(row.time_updated)
  }
}
