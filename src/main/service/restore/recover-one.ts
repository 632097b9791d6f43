import type { OperationState } from '@shared/domain/operation'
import { ExpectedFailure } from '@shared/ipc/errors'
import { endOf, has, lastStuck, type ReadJournal } from '../operations/journal'
import type { FileStep } from '../operations/operation-record'
import { finish, isLeaseLost, putBackAll, swapAll } from './carry-out'
import { cleanUp, dropAsides } from './clean-up'
import { readFacts, sameContent } from './file-facts'
import { plainReason } from './plain-reason'
import { oldFileOf, standingOf } from './put-back'
import { removeEmptyFolders } from './swap'
import { verify } from './verify'
import { namesOf, type Work } from './work'

/** What a start did about an operation that had been interrupted. */
export interface Recovered {
  readonly operation: string
  readonly state: OperationState
  readonly message: string
}

const interrupted = 'Reprise was interrupted during this operation.'

/**
 * Ends what an interrupted apply, undo or recovery left open. Forward only when all that is missing lies ready beside its target
 * and nobody has touched a target since; back otherwise. Killed in between, it does the same again from where the files are.
 *
 * @returns null when there is nothing to do.
 */
export async function recoverOne(work: Work, journal: ReadJournal): Promise<Recovered | null> {
  const end = endOf(journal)
  if (end !== null) {
    if (end.leftovers.length > 0) await cleanUp(work)
    return null
  }
  for (const entry of journal.entries) if (entry.type === 'exchanged') work.exchanged.add(entry.step)
  const { steps } = work.record
  const started = new Set<FileStep>(has(journal, 'prepared') ? steps : [])
  const wasGoingBack = has(journal, 'putting-back') || lastStuck(journal) !== null
  if (started.size > 0 && !wasGoingBack && (await canGoForward(work))) return goForward(work)
  return goBack(work, started, lastStuck(journal)?.message ?? interrupted, { wasGoingBack, ...untouchedIn(journal) })
}

async function goForward(work: Work): Promise<Recovered> {
  const message = `${interrupted} It was finished and checked at the next start.`
  let writtenOn: ReadonlySet<FileStep>
  try {
    const waiting: FileStep[] = []
    for (const step of work.record.steps) if ((await standingOf(work, step)) === 'before') waiting.push(step)
    for (const step of waiting) await dropAsides(work, step, namesOf(work, step).old)
    await swapAll(work, waiting, new Set())
    // A step that had been done may have been stopped before its emptied folders went.
    for (const step of work.record.steps) await removeEmptyFolders(work.gateway, step.empties)
    writtenOn = await verify(work)
  } catch (error) {
    if (isLeaseLost(error)) throw error
    return goBack(work, new Set(work.record.steps), `${interrupted} ${plainReason(error)}`)
  }
  await finish(work, writtenOn, 'recovery', message)
  return { operation: work.record.id, state: 'done', message }
}

async function goBack(
  work: Work,
  started: ReadonlySet<FileStep>,
  because: string,
  { wasGoingBack, untouched }: { wasGoingBack?: boolean; untouched?: string } = {}
): Promise<Recovered> {
  const message = started.size === 0 ? `${because} Nothing had been changed.` : because
  try {
    // Else a recovery of this recovery would take a state that was put back, and written since, for one that was written to the end.
    if (work.exchanged.size > 0 && wasGoingBack !== true) {
      await work.journals.append(work.record.id, { type: 'putting-back', at: work.now(), because: message })
    }
    await putBackAll(work, started, message, 'recovery', untouched)
    return { operation: work.record.id, state: 'rolled-back', message }
  } catch (error) {
    if (!(error instanceof ExpectedFailure) || error.failure.code !== 'partly.done') throw error
    return { operation: work.record.id, state: 'failed', message: error.failure.message }
  }
}

function untouchedIn(journal: ReadJournal): { untouched?: string } {
  const found = journal.entries.find((entry) => entry.type === 'putting-back' && entry.untouched !== undefined)
  return found?.type === 'putting-back' && found.untouched !== undefined ? { untouched: found.untouched } : {}
}

/** Whether each step is done already, or its target is untouched and its new content complete. */
async function canGoForward(work: Work): Promise<boolean> {
  for (const step of work.record.steps) {
    const standing = await standingOf(work, step).catch((error) => unlessOfStore(step, error))
    // The agent has written on from what was written: the step is done, though it does not read so any more.
    if (standing === 'other' && work.exchanged.has(step.id)) continue
    if (standing === 'other' || standing === 'unreadable' || (await gaveWayChanged(work, step))) return false
    if (standing === 'before' && !(await isReady(work, step))) return false
  }
  return true
}

/** A store that cannot be read now (locked, sealed, gone) must not hold up the others: its operation waits, told as such. */
function unlessOfStore(step: FileStep, error: unknown): 'unreadable' {
  if (step.target === undefined || !(error instanceof ExpectedFailure)) throw error
  return 'unreadable'
}

async function isReady(work: Work, step: FileStep): Promise<boolean> {
  if (step.action === 'remove') return true
  return sameContent(await readFacts(work.gateway, namesOf(work, step).temp), step.after)
}

/** The file that gave way holds what somebody wrote at the last moment: it must get its place back. */
async function gaveWayChanged(work: Work, step: FileStep): Promise<boolean> {
  const old = await oldFileOf(work, namesOf(work, step))
  return old !== null && !sameContent(await readFacts(work.gateway, old), step.before)
}
