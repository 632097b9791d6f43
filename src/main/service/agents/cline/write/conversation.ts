import { readFileSync } from 'node:fs'
import { fail } from '@shared/ipc/errors'
import { checkCopyable } from '../../file-store/largest-copy'
import { type RecordFacts, type RecordTree, readTree } from '../../file-store/record-tree'
import { fieldsOf, textOf } from '../../json-fields/fields'
import { bytesSource } from '../../lines/byte-source'
import { blocksOf } from '../../message-blocks/blocks'
import { linesOf, readSettled } from '../files/document'
import { findFile, type SessionFile } from '../files/session-files'
import type { ClinePlaces } from '../places'
import { promptOf } from '../records/prompt'

/** A conversation of the command line program, to take a beginning of. */
export interface Conversation {
  readonly file: SessionFile
  /** The document; Latin-1, which keeps each of its bytes. */
  readonly text: string
  readonly messages: readonly unknown[]
  /** One record for each message, in order. */
  readonly tree: RecordTree
}

/** Throws `session.gone`, and `refused` for a task of the extension and for a subagent. */
export async function readConversation(places: ClinePlaces, id: string): Promise<Conversation> {
  const file = findFile(places, id)
  if (file === null) return fail('session.gone', `The conversation of session ${id} is gone.`)
  if (file.kind === 'task') {
    return fail(
      'refused',
      "This is a task of Cline's extension, which also keeps it in files whose form is not known.",
      {
        advice: 'Go back to one of its checkpoints in the editor.'
      }
    )
  }
  checkCopyable([file.path])
  const document = await readSettled(file.path)
  const text = readFileSync(file.path, 'latin1')
  return { file, text, messages: document.messages, tree: readMessages(document.messages) }
}

/** Each message follows the one before it; their own ids are not needed for that. */
export function readMessages(messages: readonly unknown[]): RecordTree {
  let count = 0
  return readTree(bytesSource(linesOf({ messages, about: {} })), (value) => ({
    ...factsOf(value),
    id: String(count++)
  }))
}

function factsOf(value: unknown): Omit<RecordFacts, 'id'> {
  const message = fieldsOf(value)
  const blocks = blocksOf(message.content)
  const named = (type: string, key: string) =>
    blocks.flatMap((block) => (block.type === type ? (textOf(block[key]) ?? []) : []))
  const isMessage = message.role === 'user' || message.role === 'assistant'
  return {
    parent: undefined,
    role: promptOf(message) !== null ? 'prompt' : isMessage ? 'message' : 'state',
    calls: named('tool_use', 'id'),
    answers: named('tool_result', 'tool_use_id')
  }
}
