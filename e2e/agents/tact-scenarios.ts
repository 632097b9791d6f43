import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { attempt, expectSame, expectThat, type Outcome } from './outcome.ts'
import { applyArgs, type PlanAnswer, Reprise } from './reprise.ts'
import { TactProgram } from './tact-program.ts'

interface Place {
  readonly tact: TactProgram
  readonly reprise: Reprise
  readonly id: string
  readonly session: string
}

const told = (...prompts: string[]) => prompts.flatMap((prompt) => [prompt, `Answer to: ${prompt}`])

/** A session that the real tact made: one turn, then left. */
async function placeOf(program: string, folder: string): Promise<Place> {
  mkdirSync(folder, { recursive: true })
  const tact = await TactProgram.make(program, join(folder, 'home'))
  await tact.turn(null, 'first question')
  const [id = ''] = tact.sessions()
  const reprise = new Reprise(tact.home, join(folder, 'own'), ['--root', `tact=${tact.root}`])
  return { tact, reprise, id, session: `tact:${id}` }
}

async function restored({ tact, reprise, id, session }: Place): Promise<string> {
  const kept = await reprise.capture(session)
  expectSame(await tact.turn(id, 'second question'), [...told('first question'), 'second question'], 'tact goes on')
  await reprise.change(['plan', session, kept])
  expectThat((await tact.picker()).includes('first question'), 'tact does not list the restored session')
  const sent = await tact.turn(id, 'another question')
  expectSame(sent, [...told('first question'), 'another question'], 'what reaches the model after the restore')
  return `the model received ${sent.length} messages, the second question not among them`
}

async function undone({ tact, reprise, id, session }: Place): Promise<string> {
  const kept = await reprise.capture(session)
  await tact.turn(id, 'second question')
  const operation = await reprise.change(['plan', session, kept])
  await reprise.undo(operation)
  const sent = await tact.turn(id, 'third question')
  expectSame(sent, [...told('first question', 'second question'), 'third question'], 'what reaches the model')
  return `the model received ${sent.length} messages, both earlier turns among them`
}

async function forked({ tact, reprise, id, session }: Place): Promise<string> {
  await reprise.change(['fork', session])
  const [fork = ''] = tact.sessions().filter((each) => each !== id)
  expectThat(fork !== '', 'there is no second session')
  const sent = await tact.turn(fork, 'on the fork')
  expectSame(sent, [...told('first question'), 'on the fork'], 'what reaches the model from the fork')
  const original = await tact.turn(id, 'on the original')
  expectSame(original, [...told('first question'), 'on the original'], 'what reaches the model from the original')
  return `${fork} is resumed with the history of its parent`
}

async function lost({ tact, reprise, id, session }: Place): Promise<string> {
  const kept = await reprise.capture(session)
  await reprise.change(['delete', session])
  expectSame(tact.sessions(), [], 'sessions after the delete')
  await reprise.change(['plan', session, kept])
  const sent = await tact.turn(id, 'second question')
  expectSame(sent, [...told('first question'), 'second question'], 'what reaches the model')
  return 'deleted, put back from the vault, resumed'
}

async function open({ tact, reprise, id, session }: Place): Promise<string> {
  const kept = await reprise.capture(session)
  const terminal = tact.open(id)
  try {
    await tact.ready(terminal)
    await tact.ask(terminal, 'second question')
    const plan = await reprise.json<PlanAnswer>(['plan', session, kept])
    expectThat(plan.conflicts.length > 0, 'the plan says nothing of a tact that has just written')
    const ended = await reprise.run([...applyArgs(plan, false), '--json'])
    expectSame(ended.code, 3, 'exit code while the session is in use')
  } finally {
    await terminal.leave()
  }
  const sent = await tact.turn(id, 'third question')
  expectSame(sent, [...told('first question', 'second question'), 'third question'], 'nothing was changed')
  return 'kept unless the person decides otherwise'
}

async function locked({ tact, reprise, id, session }: Place): Promise<string> {
  const kept = await reprise.capture(session)
  await tact.turn(id, 'second question')
  const plan = await reprise.json<PlanAnswer>(['plan', session, kept])
  const writer = new DatabaseSync(tact.database)
  writer.exec('BEGIN IMMEDIATE')
  const began = Date.now()
  const ended = await reprise.run([...applyArgs(plan, true), '--json'])
  const waited = Date.now() - began
  writer.exec('ROLLBACK')
  writer.close()
  expectThat(ended.code !== 0 && /lock|busy|writ/i.test(ended.out), `ended with ${ended.code}: ${ended.out}`)
  expectThat(waited > 3_000, `gave up after ${waited} ms`)
  const sent = await tact.turn(id, 'third question')
  expectSame(sent, [...told('first question', 'second question'), 'third question'], 'nothing half done')
  return `waited ${waited} ms, refused, nothing changed`
}

async function failedTurn({ tact, reprise, id, session }: Place): Promise<string> {
  tact.close()
  const terminal = tact.open(id)
  try {
    await tact.ready(terminal)
    await terminal.type('second question')
    await terminal.until(/error|failed|refused|retry/i, 60)
  } finally {
    await terminal.leave()
  }
  const again = await TactProgram.make(tact.program, tact.home)
  try {
    await reprise.change(['plan', session, 'resume-state'])
    const { entries } = await reprise.json<{ entries: { kind: string; text: string }[] }>(['show', session])
    const prompts = entries.filter(({ kind }) => kind === 'user').map(({ text }) => text)
    expectSame(prompts, ['first question'], 'prompts after the cut')
    const sent = await again.turn(id, 'third question')
    expectSame(sent, [...told('first question'), 'third question'], 'what reaches the model')
  } finally {
    again.close()
  }
  return 'the failed turn is gone, the state before it is resumed'
}

async function elsewhere({ tact, reprise, id, session }: Place): Promise<string> {
  const folder = join(tact.home, 'Other Place')
  mkdirSync(folder)
  await reprise.change(['fork', session, '--workspace', folder])
  const [fork = ''] = tact.sessions().filter((each) => each !== id)
  const sent = await tact.turn(fork, 'on the fork', folder)
  expectSame(sent, [...told('first question'), 'on the fork'], 'what reaches the model from the fork')
  return `${fork} is resumed in another folder`
}

async function storeGone({ tact, reprise, id, session }: Place): Promise<string> {
  const kept = await reprise.capture(session)
  rmSync(join(tact.root, 'sessions'), { recursive: true })
  await reprise.change(['plan', session, kept])
  expectThat((await tact.picker()).includes('first question'), 'tact does not list the session of the new store')
  const sent = await tact.turn(id, 'second question')
  expectSame(sent, [...told('first question'), 'second question'], 'what reaches the model')
  return 'the database was made anew, listed and resumed'
}

export async function tactScenarios(program: string, folder: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const one = async (name: string, what: string, run: (place: Place) => Promise<string>) => {
    outcomes.push(
      await attempt('tact', what, async () => {
        const place = await placeOf(program, join(folder, name))
        try {
          return await run(place)
        } finally {
          place.tact.close()
        }
      })
    )
  }
  await one('restored', 'a restored session is listed and resumed with exactly its history', restored)
  await one('undone', 'after an undo the later turns reach the model again', undone)
  await one('forked', 'a fork is resumed with the history of its parent', forked)
  await one('lost', 'a deleted session comes back from the vault and is resumed', lost)
  await one('failed', 'a turn that failed is cut off, and the session is resumed from before it', failedTurn)
  await one('elsewhere', 'a fork into another folder is resumed there', elsewhere)
  await one('store-gone', 'a kept session comes back into a store that is gone', storeGone)
  await one('open', 'a session that tact has open is kept', open)
  await one('locked', 'a writer that holds the database is waited for, then refused', locked)
  if (outcomes.every(({ state }) => state === 'passed'))
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  return outcomes
}
