import type { Finding } from '@shared/domain/finding'
import type { SessionSummary } from '@shared/domain/session'
import { fail } from '@shared/ipc/errors'
import type { ListedSession, SourceLocation } from '../agents/adapter'
import type { Handler } from '../dispatch/handler'
import { takeWithin } from '../transcripts/answer-size'
import { findingOf, orUnreadable, requireSession } from './known-session'
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
      const described = await orUnreadable(() => readers.ask(source, session.id, 'describe', null, { signal }))
      const listed = view.get(session)
      const summary: SessionSummary | null =
        listed ?? ('value' in described ? fresh(described.value.summary, source.location) : null)
      if (!summary) return fail('not.found', `There is no session ${session.id}.`)
      const account = view.account(session)
      const found = 'value' in described ? described.value.findings : [findingOf(described.failure)]
      return {
        session: summary,
        findings: takeWithin(distinct([...found, ...view.unitFindings(session), ...(account?.findings ?? [])]), 300_000)
          .taken,
        accounting: account?.accounting ?? null,
        children: takeWithin(view.children(session, 500), 300_000).taken,
        parent: summary.parent === undefined ? null : view.get({ source: session.source, id: summary.parent }),
        path: 'value' in described ? described.value.path : null,
        lastRead: view.readingPlace(session)
      }
    }
  }
}

/** A session that no scan has listed yet. */
function fresh(
  { promptText: _text, prompts: _prompts, ownCheckpoints, ...summary }: ListedSession,
  { id, agent }: SourceLocation
): SessionSummary {
  return { ...summary, source: id, agent, checkpoints: ownCheckpoints ?? 0 }
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()]
}
