import type { SessionRef } from '@shared/domain/session'
import type { OutputOf } from '@shared/ipc/contract'
import type { CommandContext } from './command'
import { type ExitCode, exit } from './exit-code'
import { counted } from './output/counted'
import { plainText } from './output/plain-text'
import { transcriptHead } from './output/transcript'

type Remains = OutputOf<'session.remains'>

/** What is left of a session of which its agent has nothing any more; null for one that can still be read. */
export async function remainsOf({ call }: CommandContext, session: SessionRef): Promise<Remains | null> {
  const remains = await call('session.remains', { session }).catch(() => null)
  return remains?.remembered ? remains : null
}

/** The prompts, as the list last knew them; answers are gone. The shape is that of any transcript, without counts. */
export async function showRemains(context: CommandContext, session: SessionRef, remains: Remains): Promise<ExitCode> {
  const { call, json, out, now } = context
  const { prompts, copies, checkpoints } = remains
  const details = await call('sessions.get', { session })
  if (json) {
    const entries = prompts.map(({ at, text }, index) => ({ id: `remembered-${index + 1}`, kind: 'user', at, text }))
    out.json({
      session: details.session,
      entries,
      accounting: null,
      findings: details.findings,
      remains: { copies, checkpoints }
    })
    return exit.done
  }
  for (const line of transcriptHead(details, now())) out.line(line)
  out.line('')
  out.line('The agent has removed this session. What was asked:')
  for (const { text } of prompts) out.line(`> ${plainText(text)}`)
  if (checkpoints > 0) {
    const left = counted(checkpoints, 'checkpoint or copy', 'checkpoints or copies')
    out.line(`Left of it: ${left}. To list them: reprise checkpoints <session>`)
  }
  return exit.done
}
