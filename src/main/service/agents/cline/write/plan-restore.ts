import { resolve } from 'node:path'
import type { CannotBringBack } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import { maskedStart } from '../../../redaction/masked-start'
import type { PlanDraft } from '../../../restore/plan-draft'
import { type Moves, movedPath } from '../../../workspaces/relocate'
import type { Ground } from '../../file-store/file-write-part'
import { isFolder, madeOrWhy, planBack } from '../../file-store/plan-back'
import { noFiles } from '../../file-store/restore-copies'
import { restoreTree, type TreePlan } from '../../file-store/restore-tree'
import { fieldsOf } from '../../json-fields/fields'
import { checkpointId } from '../checkpoints/list-checkpoints'
import { type CheckpointRef, readFacts } from '../files/session-facts'
import { placesOf } from '../places'
import { promptOf } from '../records/prompt'
import { changedSince } from './changed-since'
import { type Conversation, readConversation } from './conversation'
import { newSession } from './new-session'
import { type CommitFiles, commitFiles } from './own-repository'

/** Back to before a prompt: the files as its commit has them, the conversation, or both. */
export async function planRestore(
  { source, sessionId, session, reading }: Ground,
  checkpoint: string
): Promise<PlanDraft> {
  const places = placesOf(source)
  const conversation = await readConversation(places, sessionId)
  const point = findPoint(conversation, checkpoint)
  const count = await madeOrWhy(() => countBefore(conversation, point))
  const { workspace } = session.summary
  const root = workspace === null ? null : movedPath(workspace, reading.moves)
  const asked = typeof count === 'string' ? null : promptOf(fieldsOf(conversation.messages[count]))
  return planBack({
    agent: 'cline',
    title: asked === null ? 'Before a prompt' : `Before “${maskedStart(asked.text.replace(/\s+/g, ' ').trim(), 120)}”`,
    root,
    files: await filesOf({ root, moves: reading.moves }, point, conversation, typeof count === 'string' ? 0 : count),
    made:
      typeof count === 'string'
        ? count
        : await madeOrWhy(() => newSession({ places, conversation, count, workspace: null, now: reading.now() })),
    inputs: [conversation.file.path, conversation.file.beside]
  })
}

/** Throws `not.found`. */
export function findPoint({ file }: Conversation, checkpoint: string): CheckpointRef {
  const point = readFacts(file).checkpoints.find((each) => checkpointId(each) === checkpoint)
  return point ?? fail('not.found', `The session has no checkpoint ${checkpoint.slice(0, 80)}.`)
}

/** How many messages stand before the prompt of a checkpoint. Throws `refused` where that is not in the conversation. */
export function countBefore({ tree }: Conversation, { run }: CheckpointRef): number {
  const prompts = tree.records.filter(({ role }) => role === 'prompt')
  const prompt = run === null ? undefined : prompts[run - 1]
  if (prompt === undefined) return fail('refused', 'The prompt of this checkpoint is not in the conversation.')
  return tree.records.indexOf(prompt)
}

async function filesOf(
  { root, moves }: { readonly root: string | null; readonly moves: Moves | undefined },
  point: CheckpointRef,
  { messages }: Conversation,
  from: number
): Promise<TreePlan> {
  if (!isFolder(root)) return noFiles('the working directory of the session is not there any more')
  const found = await commitFiles(root, point)
  if (found === null) return noFiles('the commit is not in the repository of the working directory any more')
  const { changed, commands } = await changedSince(messages.slice(from), { root, moves }, (path) =>
    textThen(found, path)
  )
  const plan = await restoreTree({ agent: 'cline', ...found, root, changed })
  return { ...plan, cannot: [...plan.cannot, ...notInIt(commands)] }
}

async function textThen({ objects, files, top }: CommitFiles, path: string): Promise<string | null> {
  const file = files.find((each) => resolve(top, each.path) === path)
  const content = file === undefined ? null : await objects.blob(file.oid)
  return content === null ? null : Buffer.from(content).toString('utf8')
}

function notInIt(commands: number): readonly CannotBringBack[] {
  const ran = `${commands} ${commands === 1 ? 'call' : 'calls'} of shell commands since then`
  const others = 'Files that the project ignores, and files that came since and that Cline did not make'
  return [
    ...(commands > 0
      ? [{ what: `What ${ran} did outside of the files in the commit`, because: 'no copy of it is kept' }]
      : []),
    { what: others, because: 'they are in no commit, and not captured is not absent' }
  ]
}
