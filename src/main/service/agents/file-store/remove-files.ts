import { agentNames } from '@shared/domain/agents'
import type { CannotBringBack } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { ConflictDraft, PlanDraft } from '../../restore/plan-draft'
import type { Reading, SessionPart, SourceLocation } from '../adapter'
import { stepId } from './keep-files'
import { statOf } from './names-in'

const recentMs = 60_000

/** A session of an agent that keeps sessions in files, to be removed. */
export interface RemovedFiles {
  readonly source: SourceLocation
  readonly title: string
  readonly parts: readonly SessionPart[]
  /** Why it should rather stay, one sentence each. */
  readonly objections: readonly string[]
  readonly cannot: readonly CannotBringBack[]
}

/** Every file of a session goes into the vault. */
export function removeFiles({ source, title, parts, objections, cannot }: RemovedFiles): PlanDraft {
  if (parts.length === 0) return fail('not.found', `There is nothing of this session in ${source.root}.`)
  const steps = parts.map(({ path, what, because }, index) => ({
    ...{ id: stepId(index), what, path, approvedRoot: source.root, content: null, mode: 0o600, because }
  }))
  return {
    title,
    steps,
    conflicts: objections.map((what, index) =>
      objection(
        what,
        index,
        steps.map(({ id }) => id)
      )
    ),
    cannot: [
      ...cannot,
      { what: 'Files in the working directory', because: 'deleting a session changes nothing there' }
    ],
    notes: [
      `Close ${agentNames[source.agent]}, or at least this session in it, before this is applied.`,
      'Everything that goes is put into the vault and can be brought back.'
    ],
    inputs: []
  }
}

/** Why an agent may be at work on a session: one of its files has just been written. null when nothing says so. */
export function whyJustWritten(
  { agent }: SourceLocation,
  parts: readonly SessionPart[],
  { now }: Pick<Reading, 'now'>
): string | null {
  const latest = Math.max(...parts.map(({ path }) => Number(statOf(path)?.mtimeMs ?? 0)))
  const ago = now() - latest
  if (ago >= recentMs || ago < -recentMs) return null
  const seconds = Math.max(0, Math.round(ago / 1000))
  const words = `${seconds} ${seconds === 1 ? 'second' : 'seconds'} ago`
  return `The session was written ${words}, so ${agentNames[agent]} may have it open.`
}

function objection(what: string, index: number, steps: readonly string[]): ConflictDraft {
  return {
    id: index === 0 ? 'in-use' : `in-use-${index + 1}`,
    code: 'session.in-use',
    what,
    step: null,
    options: [
      { value: 'keep', label: 'Keep the session', effect: 'Nothing is removed.' },
      { value: 'replace', label: 'Delete it anyway', effect: 'Its files go into the vault.' }
    ],
    default: 'keep',
    leavesOut: { keep: steps, replace: [] }
  }
}
