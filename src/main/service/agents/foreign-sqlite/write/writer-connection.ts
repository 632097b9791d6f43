import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import type { SqlRow, SqlValue } from '../read-database'
import { serveConnection, type WriterAnswer, type WriterRequest } from './writer-program'

/** How long a statement waits for another writer, in ms; agents themselves wait as long. */
const busyTimeout = 5000

export type WriterValue = string | bigint | number | Uint8Array | null

type WithoutId<R> = R extends { readonly id: number } ? Omit<R, 'id'> : never

/** A failed statement; `code` is SQLite's own, such as `SQLITE_BUSY`. */
export class WriterError extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.name = 'WriterError'
    this.code = code
  }
}

interface Waiting {
  resolve(rows: readonly unknown[]): void
  reject(error: unknown): void
}

/**
 * A connection that may write, in a process of its own. SQLite's locks belong to a process and are given up when it closes any descriptor of
 * the file; the reader threads of this process open and close the same files all the time, so a writer among them would lose its locks in the
 * middle of a transaction.
 */
export class WriterConnection {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, Waiting>()
  #last = 0

  constructor(path: string, timeout = busyTimeout) {
    const sqlite = createRequire(import.meta.url).resolve('better-sqlite3')
    const program = `(${serveConnection})(require(process.argv[1]), process.argv[2], Number(process.argv[3]), process)`
    this.#child = spawn(process.execPath, ['-e', program, sqlite, path, String(timeout)], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      windowsHide: true,
      // In Electron the program is to be run by its Node, not as an app.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' }
    })
    this.#child.on('message', (answer: WriterAnswer) => this.#settle(answer))
    this.#child.on('error', () => this.#giveUp())
    this.#child.on('exit', () => this.#giveUp())
  }

  async all(sql: string, ...parameters: readonly WriterValue[]): Promise<readonly SqlRow[]> {
    return (await this.#ask({ do: 'all', sql, parameters })) as readonly SqlRow[]
  }

  /**
   * Rows as lists of their cells, which cross from one process to the other in less time, a few megabytes at once. They have to be taken to
   * the end before anything else is asked.
   */
  async *cells(sql: string, ...parameters: readonly WriterValue[]): AsyncIterable<readonly SqlValue[]> {
    let rows = (await this.#ask({ do: 'begin-rows', sql, parameters })) as readonly (readonly SqlValue[])[]
    while (rows.length > 0) {
      yield* rows
      rows = (await this.#ask({ do: 'more-rows' })) as readonly (readonly SqlValue[])[]
    }
  }

  async run(sql: string, ...rows: readonly (readonly WriterValue[])[]): Promise<void> {
    await this.#ask({ do: 'run', sql, rows: rows.length === 0 ? [[]] : rows })
  }

  /** Closes in order; the last one to leave a store tidies up its log. */
  async close(): Promise<void> {
    const ended = this.#ended()
    await this.#ask({ do: 'close' })
    await ended
  }

  /** Ends it at once: whatever was not committed is as if it had never been. */
  async kill(): Promise<void> {
    const ended = this.#ended()
    this.#child.kill('SIGKILL')
    await ended
  }

  #ended(): Promise<void> {
    const { exitCode, signalCode, pid } = this.#child
    if (exitCode !== null || signalCode !== null || pid === undefined) return Promise.resolve()
    return new Promise((resolve) => this.#child.once('exit', () => resolve()))
  }

  #ask(request: WithoutId<WriterRequest>): Promise<readonly unknown[]> {
    this.#last += 1
    const id = this.#last
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      if (!this.#child.connected) this.#giveUp()
      else this.#child.send({ ...request, id } as WriterRequest, (error) => error && this.#giveUp())
    })
  }

  #settle(answer: WriterAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('error' in answer) waiting?.reject(new WriterError(answer.error.message, answer.error.code))
    else waiting?.resolve(answer.rows)
  }

  #giveUp(): void {
    for (const { reject } of this.#waiting.values()) {
      reject(new WriterError('The process that writes the session database ended.', 'WRITER_GONE'))
    }
    this.#waiting.clear()
  }
}
