import type { ListedSession, Reading } from '../../adapter'
import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { unlessDamaged } from '../../foreign-sqlite/unless-damaged'
import { withDatabase } from '../../foreign-sqlite/with-database'
import type { IndexedSession, SessionIndex } from '../database/session-index'
import { filesOfSession } from '../files/session-files'
import { rowsStore } from '../sessions/message-store'
import { forkOrigin } from './fork-origin'
import { projectChanged } from './projects'
import { noPrompts, type PromptsBefore, readPrompts } from './prompts'
import { summarise } from './summarise'

interface Listed {
  readonly state: string
  readonly session: ListedSession
  /** What a session that only grew need not read again. */
  readonly settled: PromptsBefore | null
}

/** What was listed of a session at the last scan of this process, good for as long as its row and its messages are the same (cases: D6). */
const answers = new Map<string, Listed>()
const mostAnswers = 50_000

/** Lists some sessions of a database. Those that did not change cost nothing. */
export async function listRows(
  root: string,
  index: SessionIndex,
  sessions: readonly IndexedSession[],
  reading: Reading
): Promise<readonly ListedSession[]> {
  const known = sessions.map((session) => {
    const answer = answers.get(nameOf(index, session))
    return answer?.state === stateOf(index, session) ? answer : null
  })
  if (known.every((answer) => answer !== null)) return known.map(({ session }) => session)
  const all = await withDatabase(index.place.path, reading, (database) =>
    sessions.map((session, at) => known[at] ?? listRow(database, root, index, session))
  )
  if (answers.size > mostAnswers) answers.clear()
  for (const [at, session] of sessions.entries()) {
    const answer = all[at]
    if (answer !== undefined) answers.set(nameOf(index, session), answer)
  }
  return all.map(({ session }) => session)
}

function listRow(database: ReadDatabase, root: string, index: SessionIndex, session: IndexedSession): Listed {
  const { info } = session
  const files = filesOfSession(root, info.id)
  const found = { info, database: index.place, files, seen: true }
  const known = answers.get(nameOf(index, session))?.settled
  const read = unlessDamaged(null, () => readPrompts(rowsStore(database, found), known))
  const { prompts, settled } = read ?? { prompts: noPrompts, settled: null }
  const summary = summarise(info, prompts, {
    layout: layoutOf(index),
    seen: true,
    projectChanged: projectChanged(info, index),
    origin: unlessDamaged(null, () => forkOrigin(database, index, session))
  })
  const shown: ListedSession = {
    ...summary,
    ...(read === null ? { state: 'partial' } : {}),
    // Whether the program that is started is of that channel is not known here.
    ...(channelOf(index) === undefined ? {} : { resumable: null })
  }
  return { state: stateOf(index, session), session: shown, settled }
}

function nameOf({ place }: SessionIndex, { info }: IndexedSession): string {
  return `${place.path} ${info.id}`
}

function stateOf(index: SessionIndex, session: IndexedSession): string {
  return `${session.state} ${projectChanged(session.info, index)}`
}

/** The database of another channel is seen by that channel alone. */
function layoutOf(index: SessionIndex): string {
  const channel = channelOf(index)
  return channel === undefined ? 'database' : `database of ${channel}`
}

function channelOf({ place }: SessionIndex): string | undefined {
  return /^opencode-(.+)\.db$/.exec(place.unit)?.[1]
}
