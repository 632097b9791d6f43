import { isAbsolute, resolve } from 'node:path'
import { type Moves, movedPath } from '../../../workspaces/relocate'
import { hashOf } from '../../file-store/file-hash'
import { type Fields, fieldsOf, textOf } from '../../json-fields/fields'
import { blocksOf } from '../../message-blocks/blocks'
import { outcomeOf } from '../records/tool-result'

export interface ChangedSince {
  /** By absolute path as it is now: SHA-256 of what the last change left; null where that cannot be told. */
  readonly changed: ReadonlyMap<string, string | null>
  /** How many calls ran shell commands. */
  readonly commands: number
}

const editing = new Set(['editor', 'write_to_file', 'replace_in_file'])

/** What the calls of some messages did to files that were, before them, as `contentThen` says. */
export async function changedSince(
  messages: readonly unknown[],
  { root, moves }: { readonly root: string; readonly moves: Moves | undefined },
  contentThen: (path: string) => Promise<string | null>
): Promise<ChangedSince> {
  const blocks = messages.flatMap((message) => blocksOf(fieldsOf(message).content))
  const results = blocks.filter(({ type }) => type === 'tool_result')
  const failed = new Set(results.filter((block) => outcomeOf(block, null).status === 'failed').map(idOf))
  const now = new Map<string, string | null>()
  let commands = 0
  for (const call of blocks.filter(({ type }) => type === 'tool_use')) {
    const input = fieldsOf(call.input)
    const path = textOf(input.path)
    if (input.commands !== undefined || input.command !== undefined) commands += 1
    if (path === null || !editing.has(textOf(call.name) ?? '') || failed.has(textOf(call.id))) continue
    const file = isAbsolute(path) ? movedPath(resolve(path), moves) : resolve(root, path)
    const before = now.has(file) ? (now.get(file) ?? null) : await contentThen(file)
    now.set(file, edited(textOf(call.name) ?? '', input, before))
  }
  const hashes = [...now].map(([path, text]) => [path, text === null ? null : hashOf(Buffer.from(text))] as const)
  return { changed: new Map(hashes), commands }
}

function idOf(block: Fields): string | null {
  return textOf(block.tool_use_id)
}

/** What an edit leaves; null where its record does not say. */
function edited(name: string, input: Fields, before: string | null): string | null {
  if (name === 'write_to_file') return textOf(input.content)
  const [old, text] = [textOf(input.old_text), textOf(input.new_text)]
  if (name !== 'editor' || text === null || input.insert_line !== undefined) return null
  if (old === null || old === '') return text
  return before?.includes(old) ? before.replace(old, () => text) : null
}
