import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'

/**
 * A program that writes as tact since 0.6.7 does (format page, sections 3.3 and 5.1): each batch of records is one plain transaction with the
 * resume state; a locked store keeps the batch, which is tried again every 50 ms.
 */
export interface RuleFollowingWriter {
  /** Numbers of the batches whose commit it was told of. */
  stop(): Promise<readonly number[]>
}

const program = `
const Sqlite = require(process.argv[1])
const [path, session] = process.argv.slice(2)
const database = new Sqlite(path, { timeout: 0 })
database.pragma('foreign_keys = ON'); database.pragma('journal_mode = WAL'); database.pragma('synchronous = FULL')
const insert = database.prepare('INSERT INTO events(session_id, record_json) VALUES (?, ?)')
const touch = database.prepare('UPDATE sessions SET updated_at_ms = ? WHERE session_id = ?')
let batch = 1, stopping = false
// Whoever started this is gone.
process.stdout.on('error', () => process.exit(1))
const record = (sequence) => Buffer.from(JSON.stringify({ schema_version: 2, sequence, recorded_at_unix_ms: Date.now(), source: 'tact', type: 'context.observed', payload: { prompt_cache: true, previous_response: true, batch } }))
function step() {
  if (stopping) { database.close(); process.stdout.write('end\\n'); process.exit(0) }
  try {
    database.exec('BEGIN')
    insert.run(session, record(10000 + 2 * batch)); insert.run(session, record(10001 + 2 * batch))
    touch.run(Date.now(), session)
    database.exec('COMMIT')
    process.stdout.write(batch + '\\n')
    batch += 1
    setTimeout(step, 5)
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK')
    if (!String(error.code).startsWith('SQLITE_BUSY')) throw error
    setTimeout(step, 50)
  }
}
process.stdin.on('data', () => { stopping = true })
step()
`

export function followRules(path: string, session: string): RuleFollowingWriter {
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3')
  const child: ChildProcess = spawn(process.execPath, ['-e', program, sqlite, path, session], {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  let said = ''
  child.stdout?.on('data', (text: Buffer) => {
    said += text.toString()
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    async stop() {
      child.stdin?.write('\n')
      const code = await ended
      if (code !== 0 || !said.endsWith('end\n')) throw new Error(`the writer ended with ${code}`)
      return said
        .split('\n')
        .filter((line) => /^\d+$/.test(line))
        .map(Number)
    }
  }
}
