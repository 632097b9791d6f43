import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { StepSubject } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { FileStepDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { checkpointsOf } from '../checkpoints/list-checkpoints'
import { type GesturaPlaces, placesOf } from '../places'
import { fingerprintOf, statOf } from '../reading/read-file'
import { findSession } from '../sessions/find-session'
import { unfitId } from '../sessions/session-id'
import { fileStep } from './step-drafts'

interface Part {
  readonly id: string
  readonly what: StepSubject
  readonly path: string
  readonly root: string
}

const attempts = 5
const recentMs = 2000

/**
 * Every file of a session in all its places, byte for byte: the session itself in each layout, its three task lists and its checkpoints.
 * Files are read again until none of them changed meanwhile, since the agent writes them in place.
 */
export async function captureSession(
  source: SourceLocation,
  sessionId: string,
  reading: Reading
): Promise<readonly FileStepDraft[]> {
  const places = placesOf(source)
  for (let attempt = 1; ; attempt++) {
    const parts = partsOf(places, sessionId, reading)
    if (!parts.some(({ path, what }) => what !== 'tasks' && statOf(path) !== null)) {
      fail('session.gone', `There is nothing of session ${sessionId} in ${source.root} any more.`)
    }
    const before = statesOf(parts)
    const steps = parts.map(keptStep)
    const isSettled = statesOf(partsOf(places, sessionId, reading)) === before && !steps.some(isBeingWritten)
    if (isSettled) return steps
    if (attempt === attempts) {
      fail('source.locked', `gestura is writing session ${sessionId} right now.`, { advice: 'Try again in a moment.' })
    }
    reading.signal.throwIfAborted()
    await pause(40 * attempt)
  }
}

/** With the rights that the file has, so that it comes back with them. */
function keptStep({ id, what, path, root }: Part): FileStepDraft {
  const step = fileStep(id, what, path, root, bytesOf(path), 'as it was kept')
  const stat = statOf(path)
  return stat === null ? step : { ...step, mode: stat.mode & 0o777 }
}

/** The files of a session; task lists and the file that the agent opens are named also where they are not there. */
export function partsOf(places: GesturaPlaces, sessionId: string, reading: Reading): readonly Part[] {
  const shown = findSession(places, sessionId).map(({ path }) => path)
  const isFit = unfitId(sessionId) === null
  const live = join(places.liveSessions, `${sessionId}.json`)
  const sessions = [...new Set([...(isFit ? [live] : []), ...shown])]
  const tasks = isFit ? places.tasks.map(({ path }) => join(path, `${sessionId}.json`)) : []
  const checkpoints = checkpointsOf(places.checkpoints, sessionId, reading.now()).map(({ path }) => path)
  return [
    ...sessions.map((path, index) => part('session', 'session', path, dirname(dirname(path)), index, places)),
    ...tasks.map((path, index) => part('tasks', 'tasks', path, dirname(dirname(path)), index, places)),
    ...checkpoints.map((path, index) => part('checkpoint', 'checkpoint', path, places.dataFolder, index, places))
  ]
}

function part(name: string, what: StepSubject, path: string, root: string, index: number, places: GesturaPlaces): Part {
  const id = index === 0 ? name : `${name}-${index + 1}`
  // The file of the oldest GUI lies in the data folder itself.
  return { id, what, path, root: places.guiFiles.includes(path) ? dirname(path) : root }
}

function statesOf(parts: readonly Part[]): string {
  return parts
    .map(({ path }) => {
      const stat = statOf(path)
      return `${path} ${stat === null ? 'absent' : `${fingerprintOf(stat)} ${stat.ctimeMs}`}`
    })
    .join('\n')
}

/** The agent empties a file and then writes it, so one that has just changed and does not end as it should is waited for. */
function isBeingWritten({ path, content }: FileStepDraft): boolean {
  if (content === null || Buffer.from(content).subarray(-64).toString('latin1').trimEnd().endsWith('}')) return false
  return Date.now() - (statOf(path)?.mtimeMs ?? 0) < recentMs
}

function bytesOf(path: string): Uint8Array | null {
  const stat = statOf(path)
  if (stat === null) return null
  if (!stat.isFile()) fail('session.unreadable', `${path} is not a file.`)
  return readFileSync(path)
}
