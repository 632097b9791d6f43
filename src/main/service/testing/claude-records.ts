import { randomUUID } from 'node:crypto'

interface Turn {
  readonly session: string
  readonly cwd: string
  readonly text: string
  readonly at: number
}

/** A prompt and a reply as Claude Code writes them. */
export function claudeTurn({ session, cwd, text, at }: Turn): Record<string, unknown>[] {
  const [user, reply] = [randomUUID(), randomUUID()]
  const envelope = { sessionId: session, cwd, version: '2.1.332', isSidechain: false, userType: 'external' }
  return [
    {
      ...{ ...envelope, type: 'user', uuid: user, parentUuid: null, timestamp: new Date(at).toISOString() },
      message: { role: 'user', content: text }
    },
    {
      ...{
        ...envelope,
        type: 'assistant',
        uuid: reply,
        parentUuid: user,
        timestamp: new Date(at + 1000).toISOString()
      },
      message: {
        ...{ id: `msg_${reply}`, role: 'assistant', model: 'claude-test', stop_reason: 'end_turn' },
        content: [{ type: 'text', text: `Answer to ${text}` }],
        usage: { input_tokens: 1, output_tokens: 1 }
      }
    }
  ]
}
