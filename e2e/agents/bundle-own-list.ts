import { setTimeout as pause } from 'node:timers/promises'
import { expectSame, expectThat } from './outcome.ts'
import type { Kind } from './programs/kind.ts'
import type { RealAgent } from './programs/real-agent.ts'

/** How a session is known in a list: by its id, or by the prompt that its program named it after. */
export interface Known {
  readonly id: string
  readonly prompt: string
}

interface OwnList {
  readonly line: string
  /** What shows once the list is whole; null: the program ends by itself then. */
  readonly whole: RegExp | null
  readonly by: keyof Known
  /** Codex lists from its index, which gets to know a session that is new there when it is resumed by its id. */
  readonly onceResumed?: true
}

/** Claude Code's list leaves out sessions that were made without a terminal. */
const lists: Readonly<Record<Kind['agent'], OwnList | null>> = {
  'claude-code': null,
  codex: {
    line: 'codex resume --include-non-interactive --no-daemon',
    whole: /[1-9]\d* \/ [1-9]\d* · /,
    by: 'prompt',
    onceResumed: true
  },
  gemini: { line: 'gemini --list-sessions', whole: null, by: 'id' },
  // Into a terminal it would go page by page.
  opencode: { line: 'opencode session list | cat', whole: null, by: 'id' }
}

const seconds = 240

/** Of these sessions the program lists exactly the wanted ones; nothing is looked at where it has no list that could say so. */
export async function expectListed(
  agent: RealAgent,
  all: readonly Known[],
  wanted: readonly Known[],
  resumed: boolean
): Promise<void> {
  const list = lists[agent.kind.agent]
  if (list === null || (list.onceResumed && !resumed)) return
  const text = await shown(agent, list)
  const found = all.filter((each) => text.includes(each[list.by]))
  expectSame(found, wanted, `sessions that ${agent.kind.command} lists`)
}

async function shown(agent: RealAgent, { line, whole }: OwnList): Promise<string> {
  const terminal = agent.open(line)
  try {
    if (whole !== null) return await terminal.until(whole, seconds)
    for (let waited = 0; !terminal.ended; waited++) {
      expectThat(waited < seconds * 10, `the list does not end:\n${terminal.text()}`)
      await pause(100)
    }
    return terminal.text()
  } finally {
    await terminal.leave()
  }
}
