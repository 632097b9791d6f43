import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { AgentId } from '@shared/domain/agents'
import type { CannotBringBack } from '@shared/domain/plan'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import type { ConflictDraft, FileStepDraft, PlanDraft } from '../../restore/plan-draft'
import type { TreePlan } from './restore-tree'

/** A conversation up to an end, as a session of its own that the agent resumes. */
export interface NewSession {
  readonly id: string
  readonly steps: readonly FileStepDraft[]
  readonly cannot: readonly CannotBringBack[]
  readonly notes: readonly string[]
  /** Files that it was made from. */
  readonly inputs: readonly string[]
}

/** A point of a session that holds files, a conversation, or both. */
export interface WayBack {
  readonly agent: AgentId
  readonly title: string
  /** Where files are written. */
  readonly root: string | null
  readonly files: TreePlan
  /** A sentence where there is no conversation to go back to. */
  readonly made: NewSession | string
  readonly inputs: readonly string[]
}

/** Files, conversation or both in one operation; where there are both, the person says which. Throws `refused` where there is neither. */
export function planBack({ agent, title, root, files, made, inputs }: WayBack): PlanDraft {
  const own = typeof made === 'string' ? null : made
  if (files.steps.length === 0 && own === null) {
    return fail('refused', 'There is nothing to put back to at this checkpoint.', {
      advice: `${files.cannot[0]?.because ?? 'No file differs'}; ${String(made)}`
    })
  }
  const asks = own !== null && files.steps.length > 0
  return {
    title,
    ...(own !== null && { created: own.id }),
    steps: [...files.steps, ...(own?.steps ?? [])],
    conflicts: [...(asks ? [whatGoesBack(agent, files.steps, own.steps)] : []), ...files.conflicts],
    cannot: [...files.cannot, ...(own?.cannot ?? [])],
    notes: [
      ...(files.steps.length > 0 ? [`Files are written in ${root} only, and never in .git.`] : []),
      ...(own === null ? [`The conversation is not part of this plan: ${String(made)}`] : own.notes)
    ],
    inputs: [...new Set([...inputs, ...(own?.inputs ?? [])])]
  }
}

/** The plan of a new session alone. */
export function planAlone(title: string, { id, steps, cannot, notes, inputs }: NewSession): PlanDraft {
  const files = 'they stay as they are now; a checkpoint brings files back'
  return {
    title,
    created: id,
    steps,
    conflicts: [],
    cannot: [...cannot, { what: 'Files in the working directory', because: files }],
    notes,
    inputs
  }
}

/** What is made, or why it cannot be. */
export async function madeOrWhy<T>(make: () => T | Promise<T>): Promise<T | string> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof ExpectedFailure) return error.failure.message
    throw error
  }
}

function whatGoesBack(
  agent: AgentId,
  files: readonly FileStepDraft[],
  session: readonly FileStepDraft[]
): ConflictDraft {
  const counted = `${files.length} ${files.length === 1 ? 'file' : 'files'} of the plan`
  return {
    id: 'what',
    code: `${agent}.restore.what`,
    what: 'A checkpoint is a point of the conversation and of the files. Which of them goes back?',
    step: null,
    options: [
      { value: 'keep', label: 'The files only', effect: `${counted}; the conversation stays as it is.` },
      {
        value: 'both',
        label: 'The files and the conversation',
        effect: `${counted}, and a new session that ends before it.`
      },
      {
        value: 'conversation',
        label: 'The conversation only',
        effect: 'A new session that ends before it; files stay.'
      }
    ],
    default: 'keep',
    leavesOut: { keep: session.map(({ id }) => id), both: [], conversation: files.map(({ id }) => id) }
  }
}

/** Whether a recorded working directory is there. The person has asked for something in it. */
export function isFolder(path: string | null): path is string {
  return path !== null && isAbsolute(path) && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
}
