import type { Finding } from '@shared/domain/finding'
import type { OutputOf } from '@shared/ipc/contract'
import { sourceOf } from '../catalog/source-rows'
import type { Handler } from '../dispatch/handler'
import { pageWithin } from '../transcripts/answer-size'
import { findingsOf, orUnreadable, requireSession } from './known-session'
import type { ServiceParts } from './parts'

/** `findings.list`: of one session, of one source, or of all sources. */
export function findingHandlers(parts: ServiceParts): { 'findings.list': Handler<'findings.list'> } {
  const { view, sources, readers, library } = parts
  return {
    'findings.list': async ({ session, source, offset }, { signal }) => {
      if (session) {
        const known = await requireSession(parts, session, signal)
        const account = view.account(session)
        if (account) return page(account.findings, offset)
        const described = await orUnreadable(() => readers.ask(known, session.id, 'describe', null, { signal }))
        const found = 'value' in described ? described.value.findings : findingsOf(described.failure)
        return page(distinct([...found, ...view.unitFindings(session)]), offset)
      }
      const asked = source === undefined ? sources.all() : [sources.get(source)]
      const findings = asked.flatMap(({ location }) => sourceOf(library.reader, location)?.findings ?? [])
      return page(findings, offset)
    }
  }
}

/** What cannot be opened was met twice: by the scan of its unit, and when it was asked for. */
function distinct(all: readonly Finding[]): Finding[] {
  return [...new Map(all.map((each) => [JSON.stringify([each.code, each.what, each.where]), each])).values()]
}

function page(all: readonly Finding[], offset: number): OutputOf<'findings.list'> {
  const { taken: findings, ...cut } = pageWithin(all, offset)
  return { findings, ...cut }
}
