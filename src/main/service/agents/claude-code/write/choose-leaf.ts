import { fail } from '@shared/ipc/errors'
import type { OpenedSession } from '../../adapter'
import { fieldsOf, textOf } from '../../json-fields/fields'
import type { Conversation, Node } from './conversation'

/** The record that a conversation shall end with. */
export interface ChosenLeaf {
  readonly leaf: Node
  /** What comes along although it stands after the entry, in words; null when nothing does. */
  readonly also: string | null
}

/**
 * The last record of what an entry shows: of a call its result, and of calls that one reply made side by side the last result of all, since a
 * model takes a reply only together with the results of its calls. Throws `not.found`, and `refused` where a conversation cannot end.
 */
export async function leafOfEntry(
  conversation: Conversation,
  session: OpenedSession,
  entryId: string
): Promise<ChosenLeaf> {
  const entry = await session.entry(entryId)
  if (entry === null) return fail('not.found', `The session has no entry ${entryId}.`)
  const own = nodesOf(conversation, await session.raw(entryId), Number.parseInt(entryId, 10))
  const leaf = own.at(-1)
  const isLink = leaf !== undefined && ['user', 'assistant', 'attachment'].includes(leaf.type)
  if (!isLink || entry.notice === 'rewind') {
    return fail('refused', 'This entry is no message of the conversation, so a session cannot end with it.', {
      advice: 'Choose the prompt, reply or tool result before it.'
    })
  }
  if (entry.kind === 'thinking') {
    return fail('refused', 'Thinking is only the beginning of a reply, so a session cannot end with it.', {
      advice: 'Choose the reply or the call after it, or the entry before.'
    })
  }
  if (entry.kind !== 'tool') return { leaf, also: null }
  return withTheOtherCalls(conversation, own)
}

/** Records of an entry in the order of the file, found again by their ids: the text of an entry names no offsets. */
function nodesOf({ nodes, byUuid }: Conversation, raw: string, anchor: number): readonly Node[] {
  const first = nodes.find(({ from }) => from === anchor)
  const others = raw.split('\n').flatMap((line) => {
    const node = byUuid.get(uuidOf(line) ?? '')
    return node !== undefined && node.from > anchor ? [node] : []
  })
  return first === undefined || first.uuid === null ? [] : [first, ...others.sort((a, b) => a.from - b.from)]
}

function uuidOf(line: string): string | null {
  try {
    return textOf(fieldsOf(JSON.parse(line)).uuid)
  } catch {
    // A part of a damaged line.
    return null
  }
}

function withTheOtherCalls({ nodes }: Conversation, own: readonly Node[]): ChosenLeaf {
  const call = own.find(({ reply }) => reply !== null)
  const reply = nodes.filter((node) => call !== undefined && node.reply === call.reply && !node.isSidechain)
  const calls = new Set(reply.flatMap((node) => node.calls))
  const results = nodes.filter((node) => node.results.some((id) => calls.has(id)) && node.uuid !== null)
  const last = results.at(-1) ?? reply.at(-1) ?? own.at(-1)
  if (last === undefined) return fail('refused', 'This call is no record of its own.')
  const answered = new Set(results.flatMap((node) => node.results))
  const open = [...calls].filter((id) => !answered.has(id)).length
  const words = [
    ...(calls.size > 1 ? [`one reply made ${calls.size} calls side by side, and they stay together`] : []),
    ...(open > 0
      ? [`${open} of its calls ${open === 1 ? 'has' : 'have'} no result, which Claude Code treats as interrupted`]
      : [])
  ]
  return { leaf: last, also: words.length === 0 ? null : words.join('; ') }
}

/** What stands before a prompt. Throws `not.found`, and `refused` for the first prompt, before which there is nothing. */
export function leafBefore({ byUuid }: Conversation, prompt: string): Node {
  const node = byUuid.get(prompt)
  if (node === undefined) return fail('not.found', 'The prompt of this checkpoint is not in the transcript.')
  const before = node.parent === null ? undefined : byUuid.get(node.parent)
  if (before === undefined) {
    return fail('refused', 'Nothing stands before this prompt, so there is no conversation to go back to.', {
      advice: 'Begin a new session instead.'
    })
  }
  return before
}
