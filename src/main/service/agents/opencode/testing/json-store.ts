import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { dataOf } from './samples'

interface Row {
  readonly id: string
  readonly data: string
}

/** The three layouts of JSON files (format: "Old layout"); `project` is the id or, in the oldest, the name of its folder. */
export type JsonLayout = 'current' | 'oldest' | 'oldest in project'

/**
 * Writes sessions of the database of a home as the versions before it kept them: a JSON file for each session, message and part, with the
 * ids inside.
 */
export function writeJsonFiles(home: string, ids: readonly string[], layout: JsonLayout, project = 'dccb98fa'): void {
  const data = dataOf(home)
  const database = new BetterSqlite(join(data, 'opencode.db'), { readonly: true })
  const write = (path: string, value: unknown) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(value, null, 2))
  }
  const old = join(data, layout === 'oldest' ? 'storage' : join('project', project, 'storage'), 'session')
  const current = layout === 'current'
  try {
    for (const id of ids) {
      const session = database.prepare('select * from session where id = ?').get(id) as Record<string, unknown>
      const info = {
        id,
        projectID: project,
        directory: session.directory,
        title: session.title,
        version: '1.1.34',
        ...(session.parent_id ? { parentID: session.parent_id } : {}),
        ...(session.revert ? { revert: JSON.parse(String(session.revert)) as unknown } : {}),
        time: { created: session.time_created, updated: session.time_updated }
      }
      write(current ? join(data, 'storage', 'session', project, `${id}.json`) : join(old, 'info', `${id}.json`), info)
      const messages = database.prepare('select id, data from message where session_id = ?').all(id) as Row[]
      for (const message of messages) {
        const folder = current ? join(data, 'storage', 'message', id) : join(old, 'message', id)
        write(join(folder, `${message.id}.json`), { ...parsed(message), id: message.id, sessionID: id })
        const parts = database.prepare('select id, data from part where message_id = ?').all(message.id) as Row[]
        const partFolder = current ? join(data, 'storage', 'part', message.id) : join(old, 'part', id, message.id)
        for (const part of parts) {
          write(join(partFolder, `${part.id}.json`), {
            ...parsed(part),
            id: part.id,
            messageID: message.id,
            sessionID: id
          })
        }
      }
    }
  } finally {
    database.close()
  }
  for (const end of ['-wal', '-shm']) rmSync(join(data, `opencode.db${end}`), { force: true })
}

/** Takes the database away: the home of somebody who has not come as far. */
export function removeDatabase(home: string): void {
  rmSync(join(dataOf(home), 'opencode.db'))
}

/** Changes the database as opencode would, and closes it so that nothing is left beside it. */
export function changeDatabase(home: string, change: (database: BetterSqlite.Database) => void): void {
  const database = new BetterSqlite(join(dataOf(home), 'opencode.db'))
  try {
    change(database)
    database.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}

function parsed({ data }: Row): Record<string, unknown> {
  return JSON.parse(data) as Record<string, unknown>
}
