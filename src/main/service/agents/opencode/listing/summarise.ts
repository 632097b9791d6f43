import type { ListedSession } from '../../adapter'
import type { SessionInfo } from '../records/session-info'
import { type Prompts, promptFields, titleOf } from './prompts'

/** Titles that opencode gives before it has thought of one. */
const placeholder = /^(?:New|Child) session - \d{4}-\d\d-\d\dT/

/** What else is known of a session that is listed. */
export interface Standing {
  /** Where it is kept, and whether opencode still sees it there. */
  readonly layout: string
  readonly seen: boolean
  /** The project that it belongs to is not the one of its folder any more. */
  readonly projectChanged: boolean
  /** The session that it was forked from: found by comparing, because opencode names none. */
  readonly origin: string | null
}

export function summarise(info: SessionInfo, prompts: Prompts, standing: Standing): ListedSession {
  const own = info.title !== null && !placeholder.test(info.title) ? info.title : null
  const title = own ?? prompts.first ?? info.title ?? 'No prompt yet'
  const { seen, projectChanged } = standing
  return {
    id: info.id,
    title: titleOf(title),
    workspace: info.directory,
    startedAt: info.createdAt,
    updatedAt: info.updatedAt,
    entries: null,
    resumable: seen ? (projectChanged ? null : true) : false,
    findings: null,
    state: 'ok',
    layout: info.archivedAt === null ? standing.layout : `${standing.layout}, archived`,
    ...parentOf(info, standing.origin),
    ...repositoryOf(info),
    ...(info.model === null ? {} : { model: info.model }),
    ...(info.version === null ? {} : { agentVersion: info.version }),
    ...checkpointsOf(info, prompts),
    ...promptFields(prompts)
  }
}

/** The id of a project is the first commit of its repository; outside of one it is `global` (format page, section 4). */
function repositoryOf({ project }: SessionInfo): Pick<ListedSession, 'repository'> {
  return project !== null && /^[0-9a-f]{40}$/.test(project) ? { repository: `commit ${project}` } : {}
}

function parentOf({ parent }: SessionInfo, origin: string | null): Pick<ListedSession, 'parent' | 'parentKind'> {
  if (parent !== null) return { parent, parentKind: 'subagent' }
  return origin === null ? {} : { parent: origin, parentKind: 'fork' }
}

/** One for each prompt, and the files before an undo (see `checkpoints`). */
function checkpointsOf({ revert }: SessionInfo, { count }: Prompts): Pick<ListedSession, 'ownCheckpoints'> {
  const all = count + (revert?.snapshot ? 1 : 0)
  return all === 0 ? {} : { ownCheckpoints: all }
}

/** A session whose record cannot be read. */
export function unreadableSession(id: string, layout: string): ListedSession {
  return {
    id,
    title: 'A session that cannot be read',
    workspace: null,
    startedAt: null,
    updatedAt: null,
    entries: null,
    resumable: false,
    findings: null,
    state: 'unreadable',
    layout
  }
}
