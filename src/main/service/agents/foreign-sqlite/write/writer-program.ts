/** What the other process is asked for. `rows` are the parameters of as many runs of the statement. */
export type WriterRequest =
  /** `begin-rows` answers with the first rows, as lists without the names of columns, and `more-rows` with the next; none is their end. */
  | {
      readonly id: number
      readonly do: 'all' | 'begin-rows'
      readonly sql: string
      readonly parameters: readonly unknown[]
    }
  | { readonly id: number; readonly do: 'more-rows' }
  | { readonly id: number; readonly do: 'run'; readonly sql: string; readonly rows: readonly (readonly unknown[])[] }
  | { readonly id: number; readonly do: 'close' }

export type WriterAnswer =
  | { readonly id: number; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: string } }

interface Statement {
  safeIntegers(on: boolean): Statement
  readonly reader: boolean
  raw(on: boolean): Statement
  all(...parameters: readonly unknown[]): unknown[]
  iterate(...parameters: readonly unknown[]): Iterator<unknown[]>
  run(...parameters: readonly unknown[]): unknown
}

interface Connection {
  prepare(sql: string): Statement
  close(): void
}

type Open = new (path: string, options: { fileMustExist: boolean; timeout: number }) => Connection

interface Channel {
  on(event: 'message', listener: (request: WriterRequest) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
  send?(answer: WriterAnswer): unknown
  disconnect(): void
  exit(code: number): never
}

/**
 * All that the other process does: one connection, one statement after the other. Its source text is the program, so it may use nothing but
 * its arguments. When the process that asked is gone it ends at once, without a rollback of its own: what was not committed does not count.
 */
export function serveConnection(Sqlite: Open, path: string, timeout: number, channel: Channel): void {
  let connection: Connection | undefined
  const statements = new Map<string, Statement>()
  const prepared = (sql: string): Statement => {
    connection ??= new Sqlite(path, { fileMustExist: true, timeout })
    const known = statements.get(sql)
    if (known) return known
    const made = connection.prepare(sql)
    if (made.reader) made.safeIntegers(true)
    statements.set(sql, made)
    return made
  }
  let cursor: Iterator<unknown[]> | undefined
  const someRows = (): unknown[] => {
    const rows: unknown[] = []
    for (let bytes = 0; bytes < 4_000_000 && rows.length < 2000; ) {
      const next = cursor?.next()
      if (next === undefined || next.done === true) return rows
      rows.push(next.value)
      for (const cell of next.value) bytes += cell instanceof Uint8Array ? cell.length : 20
    }
    return rows
  }
  const answer = (request: WriterRequest): unknown[] => {
    if (request.do === 'all') {
      const statement = prepared(request.sql)
      if (statement.reader) return statement.raw(false).all(...request.parameters)
      statement.run(...request.parameters)
    }
    if (request.do === 'begin-rows') {
      cursor = prepared(request.sql)
        .raw(true)
        .iterate(...request.parameters)
      return someRows()
    }
    if (request.do === 'more-rows') return someRows()
    if (request.do === 'run') for (const row of request.rows) prepared(request.sql).run(...row)
    if (request.do === 'close') connection?.close()
    return []
  }
  channel.on('disconnect', () => channel.exit(0))
  channel.on('message', (request) => {
    try {
      channel.send?.({ id: request.id, rows: answer(request) })
      if (request.do === 'close') channel.disconnect()
    } catch (error) {
      const { message, code } = error as { message?: unknown; code?: unknown }
      channel.send?.({ id: request.id, error: { message: String(message), code: String(code) } })
    }
  })
}
