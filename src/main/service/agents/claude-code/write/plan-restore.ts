import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { CannotBringBack } from '@shared/domain/plan'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import { maskedStart } from '../../../redaction/masked-start'
import type { ConflictDraft, FileStepDraft, PlanDraft } from '../../../restore/plan-draft'
import { type Moves, movedPath } from '../../../workspaces/relocate'
import type { Reading, SourceLocation } from '../../adapter'
import { hashOf, hashOfFile } from '../../file-store/file-hash'
import { withBytes } from '../../lines/byte-source'
import { foldSnapshots, type Snapshot } from '../checkpoints/fold-snapshots'
import { type ClaudePlaces, placesOf } from '../places'
import { findSession } from '../sessions/find-session'
import { openSession } from '../transcript/open-session'
import { readConversation } from './conversation'
import { type FilesThen, filesAt } from './files-at'
import { keptHashes, type Recorded, readRecorded } from './last-known'
import { newSession, type PlannedSession } from './plan-new-session'
import { whyInUse } from './running-agent'
import { counted, inShort } from './steps'

/** What is known of a checkpoint before its plan is made. */
interface Ground {
  readonly places: ClaudePlaces
  readonly sessionId: string
  readonly snapshots: readonly Snapshot[]
  readonly at: Snapshot
  readonly root: string | null
  readonly recorded: Recorded
}

/**
 * Back to one of Claude Code's own checkpoints: the files of the working directory, the conversation before the prompt as a new session, or both in
 * one operation; which of them the person chooses. Expected failures: `not.found`, `refused`.
 */
export async function planRestore(
  source: SourceLocation,
  sessionId: string,
  checkpoint: string,
  reading: Reading
): Promise<PlanDraft> {
  const places = placesOf(source)
  const file = findSession(places, sessionId)
  if (file === null) return fail('session.gone', `The transcript of session ${sessionId} is gone.`)
  const snapshots = withBytes(file.path, foldSnapshots)
  const at = snapshots.find(({ messageId }) => messageId === checkpoint)
  if (at === undefined) return fail('not.found', `Session ${sessionId} has no checkpoint ${checkpoint}.`)
  const { moves } = reading
  const root = workspaceOf(source, sessionId, moves)
  const recorded = withBytes(file.path, (bytes) => readRecorded(bytes, moves))
  const ground = { places, sessionId, snapshots, at, root, recorded }
  const files =
    root === null ? withoutFolder(at, snapshots) : filesAt(places, sessionId, snapshots, at, { root, moves })
  const changes = files.files.filter(({ path, content }) => hashOfFile(path) !== (content && hashOf(content)))
  const steps = changes.map((each, index) => fileStep(each, index, root ?? ''))
  const session = await conversationBefore(source, sessionId, checkpoint, moves)
  const made = typeof session === 'string' ? null : session
  if (steps.length === 0 && made === null) {
    return fail('refused', 'There is nothing to put back to at this checkpoint.', {
      advice: `${files.cannot[0]?.because ?? 'No file of it differs'}; ${String(session)}`
    })
  }
  const offset = withBytes(file.path, readConversation).byUuid.get(checkpoint)?.from ?? 0
  return {
    title:
      at.prompt === null ? 'Before a prompt' : `Before “${maskedStart(at.prompt.replace(/\s+/g, ' ').trim(), 120)}”`,
    ...(made !== null && { created: made.id }),
    steps: [...steps, ...(made?.steps ?? [])],
    conflicts: [
      ...(made !== null && steps.length > 0 ? [whatToRestore(steps, made.steps)] : []),
      ...steps.flatMap((step, index) => changedSince(ground, step, changes[index]?.name ?? ''))
    ],
    cannot: [...files.cannot, ...notInIt(recorded.commandsAfter(offset))],
    notes: notesOf(ground, files, steps, session, reading),
    inputs: [file.path, ...changes.flatMap(({ backup }) => backup ?? [])]
  }
}

/** The recorded working directory, or the one that it is now, where it is one; the person has asked for something in it. */
function workspaceOf(source: SourceLocation, sessionId: string, moves: Moves | undefined): string | null {
  const session = openSession(source, sessionId)
  try {
    const { workspace: recorded } = session.summary
    const workspace = recorded === null ? null : movedPath(recorded, moves)
    return workspace !== null && isAbsolute(workspace) && statSync(workspace).isDirectory() ? workspace : null
  } catch {
    return null
  } finally {
    session.close()
  }
}

function withoutFolder(at: Snapshot, snapshots: readonly Snapshot[]): FilesThen {
  const names = new Set(snapshots.slice(snapshots.indexOf(at)).flatMap(({ files }) => [...files.keys()]))
  const because = 'the working directory of the session is not there any more'
  return { files: [], cannot: [...names].map((what) => ({ what, because })) }
}

function fileStep({ path, content, mode }: FilesThen['files'][number], index: number, root: string): FileStepDraft {
  const because = content === null ? 'it did not exist then' : 'as it was before that prompt'
  return { id: `file-${index + 1}`, what: 'file', path, approvedRoot: root, content, mode, because }
}

/** The conversation as it was before the prompt; a sentence where there is none to go back to. */
async function conversationBefore(
  source: SourceLocation,
  sessionId: string,
  prompt: string,
  moves: Moves | undefined
): Promise<PlannedSession | string> {
  try {
    return await newSession(source, sessionId, { beforePrompt: prompt }, null, moves)
  } catch (error) {
    if (error instanceof ExpectedFailure) return error.failure.message
    throw error
  }
}

function whatToRestore(files: readonly FileStepDraft[], session: readonly FileStepDraft[]): ConflictDraft {
  const both = counted(files.length, 'file')
  return {
    id: 'what',
    code: 'claude-code.restore.what',
    what: 'A checkpoint is a point of the conversation and of the files. Which of them goes back?',
    step: null,
    options: [
      {
        value: 'keep',
        label: 'The files only',
        effect: `${both} ${files.length === 1 ? 'goes' : 'go'} back; the conversation stays as it is.`
      },
      {
        value: 'both',
        label: 'The files and the conversation',
        effect: `${both} and a new session that ends before the prompt.`
      },
      {
        value: 'conversation',
        label: 'The conversation only',
        effect: 'A new session that ends before the prompt; files stay.'
      }
    ],
    default: 'keep',
    leavesOut: { keep: session.map(({ id }) => id), both: [], conversation: files.map(({ id }) => id) }
  }
}

/** A file that holds something else than Claude Code last saw of it is somebody's newer work, and stays unless the person says otherwise. */
function changedSince(ground: Ground, step: FileStepDraft, name: string): readonly ConflictDraft[] {
  const now = hashOfFile(step.path)
  if (now === null) return []
  const { places, sessionId, snapshots, recorded } = ground
  const last = recorded.edited.get(step.path) ?? null
  if (now === last || keptHashes(places, sessionId, snapshots, name).has(now)) return []
  const removes = step.content === null
  return [
    {
      id: step.id,
      code: 'claude-code.file.changed',
      what: `${name} was changed since Claude Code last wrote it, or in a way that its records do not tell.`,
      step: step.id,
      options: [
        { value: 'keep', label: 'Keep it as it is', effect: 'This file is left alone.' },
        {
          value: 'replace',
          label: removes ? 'Set it aside' : 'Put the earlier one in its place',
          effect: 'What it holds now goes into the vault.'
        }
      ],
      default: 'keep',
      leavesOut: { keep: [step.id], replace: [] }
    }
  ]
}

function notInIt(commands: readonly string[]): readonly CannotBringBack[] {
  const some = commands.slice(0, 3).map((command) => `\`${inShort(command, 60)}\``)
  const ran = `${counted(commands.length, 'shell command')} since then (${some.join(', ')}${commands.length > some.length ? ', …' : ''})`
  return [
    ...(commands.length > 0
      ? [{ what: `What ${ran} did`, because: 'Claude Code keeps no copies of what commands change' }]
      : []),
    { what: 'Files that Claude Code did not edit itself', because: 'it only keeps those that its own tools changed' }
  ]
}

function notesOf(
  { places, sessionId, root }: Ground,
  { files }: FilesThen,
  steps: readonly FileStepDraft[],
  session: PlannedSession | string,
  reading: Reading
): readonly string[] {
  const inUse = whyInUse(places, sessionId, reading.now())
  const same = files.length - steps.length
  return [
    ...(steps.length > 0 ? [`Files are written in ${root} only, and never in .git.`] : []),
    ...(same > 0 ? [`${counted(same, 'file')} of it ${same === 1 ? 'is' : 'are'} as then already.`] : []),
    ...(typeof session === 'string' ? [`The conversation is not part of this plan: ${session}`] : session.notes),
    ...(inUse === null ? [] : [`${inUse} It does not notice that files go back.`])
  ]
}
