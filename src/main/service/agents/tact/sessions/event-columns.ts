import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { hasRow } from '../database/rows'
import { countPrompts, joinPrompts, type PromptRows, type PromptsBySession, readPrompts } from './prompts'
import { lastEventId, scanStep, sessionsWithStop } from './terminal-stops'

/** What a list takes from the `events` of all sessions. */
export interface EventColumns {
  readonly prompts: PromptsBySession
  /** Sessions that were stopped for good, with the event that says so. */
  readonly stopped: ReadonlyMap<string, number>
  /** First event that was looked at this time. */
  readonly readFrom: number
}

interface Known extends EventColumns {
  readonly inode: bigint
  readonly last: number
  readonly promptRows: PromptRows
}

/** What was found before, by database. tact only adds events, so the next list looks at the new ones. */
const knownColumns = new Map<string, Known>()
/** A store of more than this is read anew rather than held in memory. */
const mostKeptPrompts = 200_000

const noPrompts: PromptRows = { rows: 0, ids: 0 }

/** Runs a query; a damaged page costs its answer and makes `whole` false. */
export interface ColumnReader {
  read<T>(what: string, fallback: T, work: (database: ReadDatabase) => T): Promise<T>
  readonly whole: () => boolean
}

/**
 * Reads what is new since the last list of the same file. Whatever does not fit to it (another file, fewer events or prompts than
 * before, a stop that is gone) means that somebody took events out: then all of them are read. Gives the prompts as soon as they are
 * known, and again after each step of the longer search for stops, so that something else may be done meanwhile.
 */
export async function* readEventColumns(
  path: string,
  reader: ColumnReader
): AsyncGenerator<PromptsBySession, EventColumns> {
  const inode = statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? 0n
  const last = await reader.read('some records', 0, lastEventId)
  const promptRows = await reader.read('the prompts', noPrompts, countPrompts)
  const before = knownColumns.get(path)
  knownColumns.delete(path)
  const fits =
    before !== undefined && before.inode === inode && before.last <= last && (await stopsRemain(reader, before))
  const found = fits ? yield* readNew(reader, before, last) : null
  const isWhole = found?.promptRows.rows === promptRows.rows && found.promptRows.ids === promptRows.ids
  const columns = found !== null && isWhole ? found : yield* readNew(reader, null, last)
  if (reader.whole() && columns.promptRows.rows <= mostKeptPrompts) knownColumns.set(path, { ...columns, inode, last })
  return columns
}

async function stopsRemain(reader: ColumnReader, before: Known): Promise<boolean> {
  return reader.read('some records', false, (database) =>
    [...before.stopped].every(([session, eventId]) => hasRow(database, session, eventId))
  )
}

async function* readNew(
  reader: ColumnReader,
  before: Known | null,
  last: number
): AsyncGenerator<PromptsBySession, EventColumns & { promptRows: PromptRows }> {
  const from = before === null ? 0 : before.last + 1
  const none: ReturnType<typeof readPrompts> = { ...noPrompts, prompts: new Map() }
  const later = await reader.read('the prompts', none, (database) => readPrompts(database, from))
  const prompts = joinPrompts(before?.prompts ?? new Map(), later.prompts)
  yield prompts
  await nextTurn()
  const stopped = new Map(before?.stopped)
  for (let start = from; start <= last; start += scanStep) {
    const through = start + scanStep - 1
    const found = await reader.read('some records', new Map<string, number>(), (database) =>
      sessionsWithStop(database, start, through)
    )
    for (const [session, eventId] of found) if (!stopped.has(session)) stopped.set(session, eventId)
    yield prompts
    await nextTurn()
  }
  return {
    prompts,
    promptRows: {
      rows: (before?.promptRows.rows ?? 0) + later.rows,
      ids: (before?.promptRows.ids ?? 0) + later.ids
    },
    stopped,
    readFrom: from
  }
}
