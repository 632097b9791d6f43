import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'

/** A process of its own that has the database open as tact has it, with an uncommitted change behind `BEGIN IMMEDIATE`. */
export interface HeldWriter {
  commit(): Promise<void>
  /** Ends it without closing the database, as a crash would. */
  kill(): Promise<void>
}

const program = `
const Sqlite = require(process.argv[1])
const database = new Sqlite(process.argv[2])
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
database.exec('BEGIN IMMEDIATE')
database.exec("UPDATE sessions SET preview = 'changed by the writer'")
process.stdout.write('held\\n')
process.stdin.on('data', () => { database.exec('COMMIT'); process.stdout.write('done\\n') })
`

export async function holdWriter(path: string): Promise<HeldWriter> {
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3')
  const child = spawn(process.execPath, ['-e', program, sqlite, path], { stdio: ['pipe', 'pipe', 'inherit'] })
  await said(child, 'held')
  return {
    commit: async () => {
      child.stdin?.write('\n')
      await said(child, 'done')
    },
    kill: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    }
  }
}

function said(child: ChildProcess, word: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => text.toString().includes(word) && resolve())
    child.once('exit', (code) => reject(new Error(`the writer ended with ${code}`)))
  })
}
