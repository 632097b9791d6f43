import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import type { CannotBringBack } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import { maskedStart } from '../../../redaction/masked-start'
import type { FileStepDraft, PlanDraft } from '../../../restore/plan-draft'
import { type Moves, movedPath } from '../../../workspaces/relocate'
import type { SourceLocation } from '../../adapter'
import { checkCopyable } from '../../file-store/largest-copy'
import { newWorkspace } from '../../file-store/new-workspace'
import { withBytes } from '../../lines/byte-source'
import { type ClaudePlaces, placesOf } from '../places'
import { folderOf, longestFolderName } from '../sessions/encode-folder'
import { findSession } from '../sessions/find-session'
import { longFolderOf } from '../sessions/long-folder'
import type { SessionFile } from '../sessions/session-files'
import { openSession } from '../transcript/open-session'
import { type ChosenLeaf, leafBefore, leafOfEntry } from './choose-leaf'
import { type Conversation, type Node, readConversation } from './conversation'
import { leafInFile } from './leaf-in-file'
import { newSessionSteps } from './new-session'
import { recordsUpTo, type TakenRecords } from './records-up-to'
import { counted } from './steps'
import { takenSubagents } from './subagents'

/** Where the conversation of the new session ends: after an entry, before the prompt of a checkpoint, or where the agent would go on now. */
export type NewSessionEnd = { readonly entry: string } | { readonly beforePrompt: string } | { readonly entry: null }

/** What a plan of a new session is put together from. */
export interface PlannedSession {
  readonly id: string
  readonly title: string
  readonly workspace: string | null
  readonly steps: readonly FileStepDraft[]
  readonly cannot: readonly CannotBringBack[]
  readonly notes: readonly string[]
  readonly inputs: readonly string[]
}

/** `restore-to-entry` and `fork`: the conversation up to an end, as a new session that Claude Code resumes. The original is never edited. */
export async function planNewSession(
  source: SourceLocation,
  sessionId: string,
  end: NewSessionEnd,
  workspace: string | null,
  moves: Moves | undefined
): Promise<PlanDraft> {
  const { id, title, steps, cannot, notes, inputs } = await newSession(source, sessionId, end, workspace, moves)
  return { title, created: id, steps, conflicts: [], cannot, notes, inputs }
}

export async function newSession(
  source: SourceLocation,
  sessionId: string,
  end: NewSessionEnd,
  workspace: string | null,
  moves: Moves | undefined
): Promise<PlannedSession> {
  const places = placesOf(source)
  const origin = transcriptOf(places, sessionId)
  checkCopyable([origin.path])
  const session = openSession(source, sessionId)
  try {
    const conversation = withBytes(origin.path, readConversation)
    const { leaf, also } = await leafFor(conversation, session, origin, end)
    const taken = recordsUpTo(conversation, leaf)
    if (!taken.path.some(({ type }) => type === 'user')) {
      return fail('refused', 'There is no prompt in this part of the conversation, so it would be no session.')
    }
    const subagents = takenSubagents(places, origin, taken.calls)
    const id = randomUUID()
    const recorded = session.summary.workspace
    const place = placeOf(places, origin, recorded, workspace ?? whereItIsNow(recorded, moves))
    const agents = new Map(subagents.map(({ oldId, newId }) => [oldId, newId]))
    const rewriting = { from: sessionId, to: id, folder: place.folder, agents }
    const steps = newSessionSteps({ places, origin, project: place.project, taken, leaf, subagents, rewriting })
    return {
      id,
      title: session.summary.title,
      workspace: place.folder?.to ?? session.summary.workspace,
      steps,
      cannot: leftBehind(conversation, taken),
      notes: notesOf(id, conversation, taken, leaf, also),
      inputs: [origin.path, ...subagents.map(({ file }) => file.path)]
    }
  } finally {
    session.close()
  }
}

function transcriptOf(places: ClaudePlaces, id: string): SessionFile {
  const file = findSession(places, id)
  if (file === null) return fail('session.gone', `The transcript of session ${id} is gone.`)
  if (file.parent === undefined) return file
  return fail('refused', 'A subagent is no session of its own, so Claude Code could not resume it.', {
    advice: 'Choose an entry of the session that it belongs to.'
  })
}

async function leafFor(
  conversation: Conversation,
  session: ReturnType<typeof openSession>,
  origin: SessionFile,
  end: NewSessionEnd
): Promise<ChosenLeaf> {
  if ('beforePrompt' in end) return { leaf: leafBefore(conversation, end.beforePrompt), also: null }
  if (end.entry !== null) return leafOfEntry(conversation, session, end.entry)
  const leaf = conversation.byUuid.get(leafInFile(origin.path) ?? '')
  if (leaf === undefined) return fail('refused', 'There is no conversation in this transcript.')
  return { leaf, also: null }
}

/** The folder that was moved, as it is now: only there Claude Code finds the new session. null where nothing was said, or it is not there. */
function whereItIsNow(recorded: string | null, moves: Moves | undefined): string | null {
  const now = recorded === null ? null : movedPath(recorded, moves)
  if (now === null || now === recorded) return null
  return statSync(now, { throwIfNoEntry: false })?.isDirectory() ? now : null
}

/** The project folder of the new session, and how its working directory changes. */
export function placeOf(places: ClaudePlaces, origin: SessionFile, recorded: string | null, wanted: string | null) {
  if (wanted === null) return { project: origin.project, folder: null }
  const to = newWorkspace(wanted)
  const name = folderOf(to)
  const project = name.length > longestFolderName ? longFolderOf(places, to) : name
  if (project === null) {
    return fail(
      'refused',
      `Claude Code has no session in ${to} yet, and cuts the names of folders as long as that in a way that differs between its builds.`,
      { advice: 'Start it there once, then make the plan again; or choose a folder with a shorter path.' }
    )
  }
  return { project, folder: recorded === null || recorded === to ? null : { from: recorded, to } }
}

function leftBehind({ damaged }: Conversation, { torn }: TakenRecords): readonly CannotBringBack[] {
  return [
    ...(torn
      ? [
          {
            what: 'What stands before a gap in the transcript',
            because: 'a record that the conversation hangs on is missing, so Claude Code does not load what came before'
          }
        ]
      : []),
    ...(damaged > 0
      ? [{ what: counted(damaged, 'damaged line'), because: 'there is no record in them that could be read' }]
      : []),
    { what: 'Files in the working directory', because: 'they stay as they are now; a checkpoint brings files back' }
  ]
}

function notesOf(
  id: string,
  { nodes }: Conversation,
  { path }: TakenRecords,
  leaf: Node,
  also: string | null
): readonly string[] {
  const prompt = path.find((node) => node.prompt !== null)?.prompt
  const prompts = nodes.filter((node) => node.prompt !== null && !node.isSidechain).length
  const kept = path.filter((node) => node.prompt !== null).length
  return [
    `The new session is claude-code:${id}; the original stays as it is, byte for byte.`,
    `Claude Code will load the conversation up to record ${leaf.uuid}, with ${kept} of ${counted(prompts, 'prompt')}${
      prompt ? `; the last one is “${maskedStart(prompt.replace(/\s+/g, ' ').trim(), 80)}”` : ''
    }. Reprise checks that after the apply.`,
    ...(also === null ? [] : [`Beside the entry: ${also}.`])
  ]
}
