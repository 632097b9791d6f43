import { sourceOf } from '../catalog/source-rows'
import type { Handler } from '../dispatch/handler'
import { takeWithin } from '../transcripts/answer-size'
import { findingsOf, orUnreadable, requireSession } from './known-session'
import type { ServiceParts } from './parts'

/** `findings.list`: of one session, of one source, or of all sources. */
export function findingHandlers(parts: ServiceParts): { 'findings.list': Handler<'findings.list'> } {
  const { view, sources, readers, library } = parts
  return {
    'findings.list': async ({ session, source }, { signal }) => {
      if (session) {
        const known = await requireSession(parts, session, signal)
        const account = view.account(session)
        if (account) return { findings: takeWithin(account.findings).taken }
        const described = await orUnreadable(() => readers.ask(known, session.id, 'describe', null, { signal }))
        const found = 'value' in described ? described.value.findings : findingsOf(described.failure)
        return { findings: takeWithin([...found, ...view.unitFindings(session)]).taken }
      }
      const asked = source === undefined ? sources.all() : [sources.get(source)]
      const findings = asked.flatMap(({ location }) => sourceOf(library.reader, location)?.findings ?? [])
      return { findings: takeWithin(findings).taken }
    }
  }
}
