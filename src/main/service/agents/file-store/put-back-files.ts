import { sep } from 'node:path'
import { agentNames } from '@shared/domain/agents'
import { fail } from '@shared/ipc/errors'
import {
  type ConflictDraft,
  type FileStepDraft,
  isNative,
  type PlanDraft,
  type StepDraft
} from '../../restore/plan-draft'
import type { SourceLocation } from '../adapter'
import { hashOf, hashOfFile } from './file-hash'

/** A kept session of an agent that keeps sessions in files. */
export interface KeptFiles {
  readonly source: SourceLocation
  readonly title: string
  readonly parts: readonly StepDraft[]
  /** The folders below the root that hold sessions: nothing else is written. */
  readonly folders: readonly string[]
  /** Why the agent may be at work on it; null when nothing says so. */
  readonly inUse: string | null
  readonly notes: readonly string[]
}

/** A kept session is put back, byte for byte, where it lay. What is there already only gives way when the person says so. */
export function putBackFiles({ source, title, parts, folders, inUse, notes }: KeptFiles): PlanDraft {
  const steps = parts.map((part) => placed(source, folders, part))
  const there = steps.filter(differs)
  return {
    title,
    steps,
    conflicts: there.length === 0 ? [] : [present(there, inUse)],
    cannot: [
      { what: 'Files in the working directory', because: 'a kept session is its conversation and what belongs to it' }
    ],
    notes: [`Close ${agentNames[source.agent]}, or at least this session in it, before this is applied.`, ...notes],
    inputs: []
  }
}

/** Kept paths are looked at as if anybody could have written them. */
function placed({ root }: SourceLocation, folders: readonly string[], part: StepDraft): FileStepDraft {
  if (isNative(part) || !folders.some((folder) => part.path.startsWith(folder + sep))) {
    return fail('refused', `${part.path} is no place of a session in this source.`, {
      advice: 'The source has moved since the session was kept. Name its old place with --root, or in the settings.'
    })
  }
  return { ...part, approvedRoot: root }
}

function present(there: readonly FileStepDraft[], inUse: string | null): ConflictDraft {
  return {
    id: 'present',
    code: 'session.present',
    what: `The session is still there, and what it holds now would give way.${inUse === null ? '' : ` ${inUse}`}`,
    step: null,
    options: [
      { value: 'keep', label: 'Keep what is there', effect: 'Only files that are missing come back.' },
      { value: 'replace', label: 'Put the kept one in its place', effect: 'What is there now goes into the vault.' }
    ],
    default: 'keep',
    leavesOut: { keep: there.map(({ id }) => id), replace: [] }
  }
}

/** Whether something else is there now. */
function differs({ path, content }: FileStepDraft): boolean {
  const now = hashOfFile(path)
  return now !== null && now !== (content && hashOf(content))
}
