// A program that writes a session as tact does: in one transaction the session's row and a few events, again and again.
// Arguments: path of the database, id of the session. Works until its input ends. Prints a line of JSON for each commit.
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'

const [path, session] = process.argv.slice(2)
const database = new Database(path, { fileMustExist: true, timeout: 5_000 })
database.pragma('foreign_keys = ON')
const row = database.prepare('SELECT * FROM sessions WHERE session_id = ?').get(session)
const last = database.prepare('SELECT * FROM events WHERE session_id = ? ORDER BY event_id DESC LIMIT 1').get(session)
const columns = Object.keys(row)
const touch = database.prepare(
  `INSERT INTO sessions (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})
   ON CONFLICT(session_id) DO UPDATE SET updated_at_ms = excluded.updated_at_ms`
)
const add = database.prepare('INSERT INTO events (session_id, record_json) VALUES (?, ?)')
let over = false
process.stdin.on('end', () => {
  over = true
})
process.stdin.resume()
/** Mostly one turn after the other, now and then a rest in which somebody else has the time for a whole change. */
const rest = () => pause(Math.random() < 0.12 ? 500 + Math.random() * 2_000 : 5 + Math.random() * 60)

for (let turn = 1; !over; turn++) {
  const mark = `turn-${process.pid}-${turn}`
  const record = Buffer.from(JSON.stringify({ ...JSON.parse(String(last.record_json)), mark }))
  try {
    database.exec('BEGIN')
    touch.run({ ...row, updated_at_ms: row.updated_at_ms + turn })
    add.run(session, record)
    database.exec('COMMIT')
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK')
    // Since 0.6.7 tact keeps what it could not store and tries again.
    if (!String(error.code).startsWith('SQLITE_BUSY')) throw error
    continue
  }
  process.stdout.write(`${JSON.stringify({ mark })}\n`)
  await rest()
}
database.close()
