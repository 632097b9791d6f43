import type { Finding } from '@shared/domain/finding'
import type { SessionSummary } from '@shared/domain/session'
import { ExpectedFailure, type Failure, fail } from '@shared/ipc/errors'
import type { ListedSession, SourceLocation } from '../agents/adapter'
import type { Handler } from '../dispatch/handler'
import { takeWithin } from '../transcripts/answer-size'
import { findingsOf, orUnreadable, requireSession } from './known-session'
import type { ServiceParts } from './parts'

type Handlers = {
  readonly [N in 'sessions.page' | 'sessions.locate' | 'sessions.facets' | 'sessions.get']: Handler<N>
}

/** `sessions.*`: the list, and what is known of one session. */
export function sessionHandlers(parts: ServiceParts): Handlers {
  const { view, readers } = parts
  return {
    'sessions.page': ({ query, offset, limit }) => {
      const { total, allRead, rows } = view.page(query, offset, limit)
      return { total, complete: allRead && view.allScanned(query.source), rows: takeWithin(rows).taken }
    },
    'sessions.locate': ({ query, session }) => ({ index: view.locate(query, session) }),
    'sessions.facets': () => {
      const facets = view.facets()
      return { ...facets, workspaces: takeWithin(facets.workspaces).taken }
    },
    'sessions.get': async ({ session }, { signal }) => {
      const source = await requireSession(parts, session, signal)
      const described = await orUnreadable(() =>
        orGone(view.get(session), () => readers.ask(source, session.id, 'describe', null, { signal }))
      )
      const opened = 'value' in described ? described.value.summary : null
      const summary = joined(view.get(session), opened, source.location)
      if (!summary) return fail('not.found', `There is no session ${session.id}.`)
      const account = view.account(session)
      const found = 'value' in described ? described.value.findings : findingsOf(described.failure)
      return {
        session: summary,
        findings: takeWithin(distinct([...found, ...view.unitFindings(session), ...(account?.findings ?? [])]), 300_000)
          .taken,
        accounting: account?.accounting ?? null,
        usage: account?.usage ?? null,
        children: takeWithin(view.children(session, 500), 300_000).taken,
        parent: summary.parent === undefined ? null : view.get({ source: session.source, id: summary.parent }),
        path: 'value' in described ? described.value.path : pathOf(described.failure),
        lastRead: view.readingPlace(session)
      }
    }
  }
}

/** A session that the agent knows nothing of any more, while the list still has it for what Reprise keeps. */
async function orGone<T>(listed: SessionSummary | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ExpectedFailure) || error.failure.code !== 'not.found' || listed?.state !== 'gone')
      throw error
    return fail('session.gone', 'The agent has lost this session; what Reprise keeps of it can be put back.')
  }
}

/** Where a session lies that could not be read. */
function pathOf({ data }: Failure): string | null {
  return typeof data?.path === 'string' ? data.path : null
}

/**
 * What the list knows, with what the opened session says of itself: that is newer, and of a sealed session it is all there is. Counts that
 * the list joined are kept. null when neither knows the session.
 */
function joined(
  listed: SessionSummary | null,
  opened: ListedSession | null,
  { id, agent }: SourceLocation
): SessionSummary | null {
  // Of one that is gone the list may know more than the agent still does.
  if (opened === null || (opened.state === 'gone' && listed !== null)) return listed
  const {
    promptText: _text,
    prompts: _prompts,
    ownCheckpoints,
    ownRestorable: _restorable,
    fileChangedAt: _at,
    repository: _repository,
    ...own
  } = opened
  return {
    ...own,
    source: id,
    agent,
    checkpoints: listed?.checkpoints ?? ownCheckpoints ?? 0,
    entries: listed?.entries ?? own.entries,
    findings: listed?.findings ?? own.findings,
    ...(listed?.leaves && { leaves: listed.leaves })
  }
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()]
}
