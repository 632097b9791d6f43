import { setTimeout as pause } from 'node:timers/promises'
import { expectSame, expectThat } from '../outcome.ts'
import type { Reprise } from '../reprise.ts'
import { filesAfter, script } from '../scripted/script.ts'
import type { Told } from '../scripted/told.ts'
import { changedFiles, filesOfHome } from './files-of-home.ts'
import type { MadeSession } from './made-session.ts'
import type { Shown } from './reads-as.ts'
import { carriedOut, resumesWith } from './restoring.ts'

const question = /Apply this change\?/
const [first] = script

/**
 * The first turn once more, in a terminal, where Gemini CLI makes a checkpoint before it asks whether a file may be written. Gives what
 * the model was told before it asked for that.
 */
async function askedTurn(made: MadeSession, reprise: Reprise): Promise<readonly Told[]> {
  const { agent, id } = made
  const before = agent.model.asked.length
  const terminal = agent.open(`gemini --resume ${id} -i '${first?.prompt}'`)
  try {
    for (let waited = 0; agent.model.asked.length < before + 2; waited++) {
      expectThat(waited < 240, `the turn did not come to its end:\n${terminal.text()}`)
      if (question.test(terminal.text())) await terminal.type('')
      await pause(500)
    }
    for (let waited = 0; !(await isWritten(made, reprise)); waited++)
      expectThat(waited < 60, 'the end of the turn is not shown')
  } finally {
    await terminal.leave()
  }
  return agent.model.asked[before] ?? []
}

async function isWritten(made: MadeSession, reprise: Reprise): Promise<boolean> {
  const { entries } = await reprise.json<Shown>(['show', made.session])
  const prompts = entries.filter(({ kind }) => kind === 'user').length
  return prompts === script.length + 1 && entries.at(-1)?.text.trim() === first?.final
}

interface Listed {
  readonly id: string
  readonly label: string
}

/** Files and conversation to before the call that was asked about. */
export async function toAskedCheckpoint(made: MadeSession, reprise: Reprise): Promise<string> {
  const { agent, session } = made
  const history = await askedTurn(made, reprise)
  const written = agent.files()
  const { checkpoints } = await reprise.json<{ checkpoints: Listed[] }>(['checkpoints', session])
  expectSame(checkpoints.length, 1, 'checkpoints')
  const plan = ['plan', session, checkpoints[0]?.id ?? '']
  const answers = { what: 'both' }
  const before = filesOfHome(agent.home)
  const { operation } = await carriedOut(made, reprise, plan, answers)
  expectSame(inOrder(agent.files()), inOrder(filesAfter(script.length)), 'files of the working directory')
  await reprise.undo(operation)
  expectSame(changedFiles(before, filesOfHome(agent.home)), [], 'files that are other than before')
  expectSame(agent.files(), written, 'files of the working directory after the undo')
  const { created } = await carriedOut(made, reprise, plan, answers)
  expectSame(inOrder(agent.files()), inOrder(filesAfter(script.length)), 'files of the working directory')
  await resumesWith(made, reprise, created, history, 'Go on from the checkpoint')
  return `1 checkpoint; 4 files as then; ${history.length} items before the call reached the model, then the prompt`
}

const inOrder = (files: Readonly<Record<string, string>>) => Object.entries(files).sort()
