import { fail } from '@shared/ipc/errors'
import type { ConflictDraft, PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { placesOf } from '../places'
import { findSession, statOf } from '../sessions/find-session'
import { readSession } from '../sessions/read-session'
import { sessionParts } from '../sessions/session-parts'
import { Siblings } from '../sessions/siblings'
import { whyInUse } from './running-agent'
import { closeFirst, ownStep } from './steps'

/** Every file of a session goes into the vault. Its prompts stay in the list of all prompts, which is of all sessions. */
export function planDelete(source: SourceLocation, sessionId: string, reading: Reading): PlanDraft {
  const places = placesOf(source)
  const file = findSession(places, sessionId)
  if (file?.parent !== undefined) {
    return fail('refused', 'A subagent belongs to its session and is not deleted alone.', {
      advice: 'Delete the session.'
    })
  }
  const parts = sessionParts(places, sessionId)
  if (parts.length === 0) return fail('not.found', `There is nothing of session ${sessionId} in ${source.root}.`)
  const steps = parts.map(({ path, what, because }, index) =>
    ownStep(places, { id: index === 0 ? 'session' : `part-${index + 1}`, what, path, content: null, because })
  )
  const stat = file === null ? null : statOf(file.path)
  const listed = file === null || stat === null ? null : readSession(file, stat, new Siblings([]))?.listed
  const inUse = whyInUse(places, sessionId, reading.now())
  return {
    title: listed?.title ?? `Session ${sessionId}`,
    steps,
    conflicts:
      inUse === null
        ? []
        : [
            stayOpen(
              inUse,
              steps.map(({ id }) => id)
            )
          ],
    cannot: [
      {
        what: 'What was typed in it',
        because: 'it also stands in history.jsonl, the list of the prompts of all sessions'
      },
      { what: 'Files in the working directory', because: 'deleting a session changes nothing there' }
    ],
    notes: [closeFirst, 'Everything that goes is put into the vault and can be brought back.'],
    inputs: []
  }
}

function stayOpen(what: string, steps: readonly string[]): ConflictDraft {
  return {
    id: 'in-use',
    code: 'claude-code.session.in-use',
    what,
    step: null,
    options: [
      { value: 'keep', label: 'Keep the session', effect: 'Nothing is removed. Close it and make the plan again.' },
      {
        value: 'replace',
        label: 'Delete it anyway',
        effect: 'The files go; Claude Code would begin the transcript anew.'
      }
    ],
    default: 'keep',
    leavesOut: { keep: steps, replace: [] }
  }
}
