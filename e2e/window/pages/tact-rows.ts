import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The rows of a real store of tact. */
export class TactRows {
  private readonly path: string

  constructor(home: string) {
    this.path = join(home, '.tact', 'sessions', 'v2.sqlite3')
  }

  /** Everything in it, but for how SQLite keeps it. */
  all(): unknown {
    return this.open((database) => ({
      sessions: database.prepare('SELECT * FROM sessions ORDER BY session_id').all(),
      events: database.prepare('SELECT * FROM events ORDER BY event_id').all(),
      states: database.prepare('SELECT * FROM resume_states ORDER BY session_id').all()
    }))
  }

  events(session: string): number {
    return this.open(
      (database) =>
        database.prepare('SELECT count(*) AS n FROM events WHERE session_id = ?').get(session)?.['n'] as number
    )
  }

  /** Another program takes the last records of a session away, long ago. */
  loseLast(session: string, records: number): void {
    this.open((database) => {
      database
        .prepare(
          'DELETE FROM events WHERE event_id IN (SELECT event_id FROM events WHERE session_id = ? ORDER BY event_id DESC LIMIT ?)'
        )
        .run(session, records)
    })
    utimesSync(this.path, 1_750_000_000, 1_750_000_000)
  }

  private open<T>(work: (database: DatabaseSync) => T): T {
    const database = new DatabaseSync(this.path)
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
}
