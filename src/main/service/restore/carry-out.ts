import type { ApplyResult, StepResult } from '@shared/domain/operation'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import { inTurns } from '../in-turns'
import { endOf, has } from '../operations/journal'
import type { FileStep } from '../operations/operation-record'
import type { BlobStore } from '../vault/blob-store'
import { cleanUp } from './clean-up'
import { ChangedMeanwhile } from './exchange'
import { ignore } from './own-files'
import { asFailure, plainReason } from './plain-reason'
import { capture, writeTemps } from './prepare'
import { putBack } from './put-back'
import { swap } from './swap'
import { verify } from './verify'
import { resultOf, syncFoldersOf, type Work } from './work'

/** The lease went to another writer: whoever notices stops at once and touches nothing more. */
export function isLeaseLost(error: unknown): error is ExpectedFailure {
  return error instanceof ExpectedFailure && error.failure.code === 'lease.held'
}

/**
 * Carries an operation out: journal, safety copy, new files beside the old ones, then the visible changes, the check, the
 * record. Up to the first visible change a failure or a cancel leaves everything as it was and is thrown. After it, a failure
 * puts everything back; the result then says `rolled-back`, and `partly.done` is thrown when even that did not succeed.
 */
export async function carryOut(work: Work, content: BlobStore): Promise<ApplyResult> {
  try {
    await work.journals.begin(work.record)
    await capture(work)
    await writeTemps(work, content)
    await work.lease.check()
    await work.journals.append(work.record.id, { type: 'prepared', at: work.now() })
  } catch (error) {
    await stopIfLeaseLost(work)
    await giveUp(work, error)
    throw asFailure(error, 'Nothing was changed.', { operationId: work.record.id })
  }
  const started = new Set<FileStep>()
  let writtenOn: ReadonlySet<FileStep>
  try {
    await swapAll(work, work.record.steps, started)
    writtenOn = await verify(work)
  } catch (error) {
    await stopIfLeaseLost(work)
    return takeBack(work, started, error)
  }
  return finish(work, writtenOn, 'apply')
}

/**
 * Whoever was held up so long that another has taken over touches no target any more. Once the other has closed the journal,
 * all names of this operation that are there are the late writer's own, and go.
 */
async function stopIfLeaseLost(work: Work): Promise<void> {
  try {
    await work.lease.check()
  } catch (error) {
    const journal = await work.journals.read(work.record.id).catch(ignore)
    if (journal === null || (journal && endOf(journal) !== null)) await cleanUp(work).catch(ignore)
    // Begun after the other one had looked, and never ready: all that is there is this writer's own, and it says so itself.
    else if (journal && !has(journal, 'prepared')) await recordGivenUp(work, error).catch(ignore)
    throw error
  }
}

/**
 * The visible changes, then one sync for each folder. Single files of many change a few at once; a session and its tasks in the order of the
 * plan. `started` tells the caller how far it came; when it fails, the last one in it is the one that failed.
 */
export async function swapAll(work: Work, steps: readonly FileStep[], started: Set<FileStep>): Promise<void> {
  let failed = false
  const one = async (step: FileStep) => {
    // One that begins between a failure and its way up to here would be taken for the one that failed.
    if (failed) return
    work.progress({ done: started.size, total: steps.length, doing: 'Changing files', cancellable: false })
    started.add(step)
    await swap(work, step).catch((error) => {
      if (!failed) started.delete(step)
      if (!failed) started.add(step)
      failed = true
      throw error
    })
  }
  for (const together of runsOf(steps)) await inTurns(together, one)
  await syncFoldersOf(work, steps)
  work.progress({ done: steps.length, total: steps.length, doing: 'Checking', cancellable: false })
}

/** The steps in their order, where neighbours that do not depend on each other are together. */
function runsOf(steps: readonly FileStep[]): FileStep[][] {
  const runs: FileStep[][] = []
  const isFree = (step: FileStep | undefined) => step?.what === 'file' && step.target === undefined
  for (const step of steps) {
    const run = runs.at(-1)
    if (run !== undefined && isFree(step) && isFree(run[0])) run.push(step)
    else runs.push([step])
  }
  return runs
}

/** After the check, with what it returned: no name of ours stays behind, and the journal closes. */
export async function finish(
  work: Work,
  writtenOn: ReadonlySet<FileStep>,
  by: 'apply' | 'recovery',
  message?: string
): Promise<ApplyResult> {
  const done = (step: FileStep) => resultOf(step, 'done', writtenOn.has(step) ? wordsSince(step) : undefined)
  const results = [...work.record.steps.map(done), ...work.record.kept]
  const verified = writtenOn.size === 0
  const leftovers = await cleanUp(work)
  await close(work, results, {
    state: 'done',
    verified,
    by,
    results,
    leftovers: [...leftovers],
    ...(message && { message })
  })
  return { operationId: work.record.id, results, verified, state: 'done' }
}

function wordsSince({ action }: FileStep): string {
  return action === 'remove'
    ? 'It was removed; the agent has written it again since.'
    : 'It was written; the agent has written on since.'
}

/** Nothing visible has happened yet. What cannot be tidied or recorded now, the next start does. */
async function giveUp(work: Work, error: unknown): Promise<void> {
  try {
    await work.lease.check()
    await recordGivenUp(work, error)
  } catch {
    // The journal stays open, which is what tells the next start to tidy up; the first error is the one to report.
  }
}

async function recordGivenUp(work: Work, error: unknown): Promise<void> {
  const results = [...work.record.steps.map((step) => resultOf(step, 'not-started')), ...work.record.kept]
  const leftovers = [...(await cleanUp(work))]
  const message = `Nothing was changed. ${plainReason(error)}`
  await record(work, { state: 'rolled-back', verified: false, by: 'apply', results, leftovers, message })
}

async function takeBack(work: Work, started: ReadonlySet<FileStep>, error: unknown): Promise<ApplyResult> {
  const because = plainReason(error)
  const untouched = gaveWay([...started].at(-1), error)
  await work.journals
    .append(work.record.id, { type: 'putting-back', at: work.now(), because, ...(untouched && { untouched }) })
    // Without the line a crash from here on ends the same way: new files that are used up cannot be finished with.
    .catch(() => undefined)
  const results = await putBackAll(work, started, because, 'apply', untouched)
  if (error instanceof ExpectedFailure && error.failure.code === 'verify.failed') {
    fail('verify.failed', `${because} Everything was put back.`, {
      data: { ...error.failure.data, operationId: work.record.id, results }
    })
  }
  // The last step that was begun is the one that failed.
  const failed = [...started].at(-1)?.id
  const told = results.map((result) => (result.step === failed ? { ...result, message: because } : result))
  return { operationId: work.record.id, results: told, verified: false, state: 'rolled-back' }
}

/**
 * The step that failed because another program was first: by the rules of an exchange nothing of ours is there. A removal is looked at all the same, since
 * what it had moved away may not have got its place back.
 */
function gaveWay(failed: FileStep | undefined, error: unknown): string | undefined {
  if (!(error instanceof ChangedMeanwhile) || failed === undefined) return undefined
  return failed.target !== undefined || failed.action !== 'remove' ? failed.id : undefined
}

/**
 * Throws `partly.done` when something could not be put back. Where the disk was in the way the journal stays open, and the next
 * start tries again; where another program has written since, the operation ends as it is.
 */
export async function putBackAll(
  work: Work,
  started: ReadonlySet<FileStep>,
  because: string,
  by: 'apply' | 'recovery',
  untouched?: string
): Promise<readonly StepResult[]> {
  const back = await putBack(work, started, untouched)
  const results = [...back.results, ...work.record.kept]
  const partly = results.some((result) => result.outcome === 'failed')
  const message = `${because} ${partly ? notAll : 'Everything was put back.'}`
  if (back.tryAgain) {
    const entry = { type: 'stuck', at: work.now(), message, results } as const
    await work.journals.append(work.record.id, entry).catch(ignore)
  } else {
    const leftovers = [...(await cleanUp(work))]
    await close(work, results, {
      state: partly ? 'failed' : 'rolled-back',
      verified: false,
      by,
      results,
      leftovers,
      message
    })
  }
  if (!partly) return results
  fail('partly.done', message, {
    advice: `The list says what each file is now.${back.tryAgain ? ' Reprise tries again at its next start.' : ''}`,
    data: { operationId: work.record.id, results }
  })
}

const notAll = 'Not everything could be put back; the state before is in the vault.'

type Ending = Omit<Extract<Parameters<Work['journals']['append']>[1], { type: 'ended' }>, 'type' | 'at'>

async function end(work: Work, ending: Ending): Promise<void> {
  await work.lease.check()
  await record(work, ending)
}

function record(work: Work, ending: Ending): Promise<void> {
  return work.journals.append(work.record.id, { type: 'ended', at: work.now(), ...ending })
}

/** The files are in their final state; an end that cannot be written down is written by the next start. */
async function close(work: Work, results: readonly StepResult[], ending: Ending): Promise<void> {
  try {
    await end(work, ending)
  } catch (error) {
    if (isLeaseLost(error)) throw error
    const what = ending.state === 'done' ? 'The files were changed and checked' : 'The files are as they were'
    fail('io', `${what}, but this could not be recorded. ${plainReason(error)}`, {
      advice: 'Reprise closes the record at its next start.',
      data: { operationId: work.record.id, results, state: ending.state }
    })
  }
}
