import { expectSame, expectThat } from '../outcome.ts'
import type { Reprise } from '../reprise.ts'
import { script } from '../scripted/script.ts'
import { changedFiles, filesOfHome } from './files-of-home.ts'
import type { MadeSession } from './made-session.ts'
import { readsAs, type Shown } from './reads-as.ts'
import { carriedOut, resumes } from './restoring.ts'

const turns = script.length

export async function reads(made: MadeSession, reprise: Reprise): Promise<string> {
  const before = filesOfHome(made.agent.home)
  const read = await readsAs(reprise, made.agent.kind, made.session, turns)
  expectSame(changedFiles(before, filesOfHome(made.agent.home)), [], 'files that looking changed')
  return read
}

/** The id of the entry that ends a turn. */
async function endOfTurn(made: MadeSession, reprise: Reprise, turn: number): Promise<string> {
  const { entries } = await reprise.json<Shown>(['show', made.session])
  const end = entries.findLast(({ kind, text }) => kind === 'assistant' && text.trim() === script[turn - 1]?.final)
  expectThat(end !== undefined, `the last words of turn ${turn} are not shown`)
  return end.id
}

export async function toEntry(made: MadeSession, reprise: Reprise): Promise<string> {
  const end = await endOfTurn(made, reprise, 1)
  const { created, untouched } = await carriedOut(made, reprise, ['plan', made.session, '--to-entry', end])
  expectThat(created !== '' && created !== made.id, `the plan makes no session of its own: "${created}"`)
  await readsAs(reprise, made.agent.kind, `${made.agent.kind.agent}:${created}`, 1)
  const told = await resumes(made, reprise, created, 1, 'Go on from the first turn')
  await readsAs(reprise, made.agent.kind, made.session, turns)
  return `${told}; ${untouched} files and rows untouched`
}

export async function undone(made: MadeSession, reprise: Reprise): Promise<string> {
  const before = filesOfHome(made.agent.home)
  const end = await endOfTurn(made, reprise, 2)
  const { operation, created } = await carriedOut(made, reprise, ['plan', made.session, '--to-entry', end])
  await reprise.undo(operation)
  expectSame(changedFiles(before, filesOfHome(made.agent.home)), [], 'files that are other than before')
  const gone = await reprise.run(['show', `${made.agent.kind.agent}:${created}`, '--json'])
  expectThat(gone.code !== 0, 'the session that was taken back is still shown')
  return `${before.size} files and rows as before; ${await resumes(made, reprise, made.id, turns, 'Go on with the original')}`
}
