import { ExpectedFailure } from '@shared/ipc/errors'
import type { ListedSession } from '../../adapter'
import { statOf } from '../../file-store/names-in'
import { promptFields, titleLine, unreadableSession } from '../../file-store/recent-prompts'
import { readSnapshots } from '../checkpoints/file-snapshots'
import { type SessionFile, sessionFile, sessionFiles } from '../files/session-files'
import { readWorkspace } from '../files/workspace'
import { type LogSketch, type Sketch, sketches } from './session-fold'

/** The session of a log, and its subagents. One that cannot be read is listed as such. */
export function listSessions(file: SessionFile): readonly ListedSession[] {
  const sketch = sketchOf(file)
  if (sketch === null || sketch.events === 0) return [unreadableSession(file.id)]
  const children = [...sketch.agents].map(([id, agent]) => summariseAgent(file, id, sketch, agent))
  return [summarise(file, sketch), ...children]
}

/** The log that holds a session or a subagent of this id; null when there is none. */
export function findSession(root: string, id: string): SessionFile | null {
  const own = sessionFile(root, id)
  if (own !== null || id === '') return own
  const holds = (file: SessionFile) => sketchOf(file)?.agents.has(id) ?? false
  return sessionFiles(root).find(holds) ?? null
}

function sketchOf(file: SessionFile): LogSketch | null {
  try {
    const stat = statOf(file.path)
    return stat?.isFile() ? sketches.stateOf(file.path, stat) : null
  } catch (error) {
    if (error instanceof ExpectedFailure) return null
    throw error
  }
}

function summarise(file: SessionFile, sketch: LogSketch): ListedSession {
  const workspace = readWorkspace(file)
  const snapshots = readSnapshots(file).length
  const first = sketch.prompts[0]?.text
  return {
    id: file.id,
    title: titleLine((workspace.isNamed ? workspace.name : null) ?? sketch.title ?? workspace.name ?? first ?? ''),
    ...common(sketch),
    workspace: sketch.cwd ?? workspace.cwd,
    resumable: sketch.prompts.length === 0 ? false : sketch.cwd === null ? null : true,
    state: sketch.unreadable > 0 ? 'partial' : 'ok',
    layout: file.folder === null ? 'one file' : 'session-state',
    ownCheckpoints: snapshots,
    ownRestorable: snapshots > 0,
    ...(sketch.version && { agentVersion: sketch.version })
  }
}

function summariseAgent(file: SessionFile, id: string, log: LogSketch, agent: Sketch): ListedSession {
  return {
    id,
    title: titleLine(agent.title ?? agent.prompts[0]?.text ?? ''),
    ...common(agent),
    workspace: agent.cwd ?? log.cwd ?? readWorkspace(file).cwd,
    // It is taken up by its session alone.
    resumable: false,
    state: 'ok',
    layout: file.folder === null ? 'one file' : 'session-state',
    parent: file.id,
    parentKind: 'subagent',
    ...(log.version && { agentVersion: log.version })
  }
}

function common(sketch: Sketch) {
  return {
    startedAt: sketch.startedAt,
    updatedAt: sketch.updatedAt,
    entries: null,
    findings: null,
    ...promptFields(sketch.prompts),
    ...(sketch.cwds.length > 1 && { directories: [...sketch.cwds] }),
    ...(sketch.repository && { repository: sketch.repository }),
    ...(sketch.model && { model: sketch.model }),
    ...(sketch.effort && { effort: sketch.effort })
  }
}
