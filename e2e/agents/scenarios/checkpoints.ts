import { expectSame, expectThat } from '../outcome.ts'
import type { Reprise } from '../reprise.ts'
import { filesAfter, script } from '../scripted/script.ts'
import { toAskedCheckpoint } from './asked-checkpoint.ts'
import { changedFiles, filesOfHome } from './files-of-home.ts'
import type { MadeSession } from './made-session.ts'
import { carriedOut, resumes } from './restoring.ts'

interface Listed {
  readonly id: string
  readonly label: string
  readonly origin: string
  readonly restorable: boolean
}

/** To before the last turn by the agent's own checkpoint: files, conversation, or both, as far as it holds them. */
export async function toCheckpoint(made: MadeSession, reprise: Reprise): Promise<string> {
  const { agent, session } = made
  if (agent.kind.checkpoints === 'when asked') return toAskedCheckpoint(made, reprise)
  const { files, answers } = agent.kind.checkpoints
  const { checkpoints } = await reprise.json<{ checkpoints: Listed[] }>(['checkpoints', session])
  const own = checkpoints.filter(({ origin }) => origin === 'agent')
  expectSame(
    own.map(({ label }) => label).reverse(),
    script.map(({ prompt }) => prompt),
    'the checkpoints of the agent'
  )
  const last = own[0]?.id ?? ''
  const before = filesOfHome(agent.home)
  const { operation } = await carriedOut(made, reprise, ['plan', session, last], answers)
  const wanted = filesAfter(files ? script.length - 1 : script.length)
  expectSame(inOrder(agent.files()), inOrder(wanted), 'files of the working directory')
  await reprise.undo(operation)
  expectSame(changedFiles(before, filesOfHome(agent.home)), [], 'files that are other than before')
  const again = await carriedOut(made, reprise, ['plan', session, last], answers)
  expectSame(inOrder(agent.files()), inOrder(wanted), 'files of the working directory')
  const told = `${own.length} checkpoints; ${files ? `${Object.keys(wanted).length} files as then` : 'files stay'}`
  expectThat(again.created !== '', 'the plan makes no session')
  return `${told}; ${await resumes(made, reprise, again.created, script.length - 1, 'Go on from the checkpoint')}`
}

const inOrder = (files: Readonly<Record<string, string>>) => Object.entries(files).sort()
