import { ExpectedFailure } from '@shared/ipc/errors'
import type { ListedSession } from '../../adapter'
import { statOf } from '../../file-store/names-in'
import { promptFields, titleLine, unreadableSession } from '../../file-store/recent-prompts'
import type { SessionFile } from '../files/session-files'
import { readSettings } from '../files/session-settings'
import { type SessionSketch, sketches } from './session-fold'

/** What a list shows of one file. One that cannot be read is listed as such. */
export function listSession(file: SessionFile): ListedSession {
  try {
    const stat = statOf(file.path)
    if (stat?.isFile()) return summarise(file, sketches.stateOf(file.path, stat))
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
  }
  return unreadableSession(file.id)
}

function summarise(file: SessionFile, sketch: SessionSketch): ListedSession {
  const { start, prompts } = sketch
  const settings = readSettings(file.path)
  const model = sketch.model ?? settings.model
  return {
    id: file.id,
    title: titleLine(titleOf(sketch) ?? ''),
    workspace: start?.cwd ?? null,
    startedAt: sketch.startedAt,
    updatedAt: sketch.updatedAt,
    entries: null,
    // Whether droid takes a session up again depends on an account, which nobody here has seen.
    resumable: sketch.records === 0 ? false : null,
    findings: null,
    state: sketch.records === 0 ? 'unreadable' : sketch.unreadable > 0 ? 'partial' : 'ok',
    ...promptFields(prompts),
    ...(start?.version && { layout: start.version }),
    ...(model && { model }),
    ...(settings.effort && { effort: settings.effort }),
    ...(settings.autonomy && { settings: { autonomy: settings.autonomy } }),
    ...parentOf(sketch)
  }
}

/** A fork keeps its parent's title, unless somebody gave it one: what was asked first in it says more. */
function titleOf({ start, prompts, inheritedPrompt }: SessionSketch): string | null {
  const first = prompts[0]?.text ?? inheritedPrompt
  if (start?.forkedFrom && !start.isNamed) return prompts[0]?.text ?? start.title ?? first
  return start?.title ?? first
}

function parentOf({ start }: SessionSketch): Pick<ListedSession, 'parent' | 'parentKind'> {
  if (start?.startedBy) return { parent: start.startedBy, parentKind: 'subagent' }
  return start?.forkedFrom ? { parent: start.forkedFrom, parentKind: 'fork' } : {}
}
