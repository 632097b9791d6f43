import type { Source, SourceState } from '@shared/domain/source'
import type { Health } from '../ui/health-sign'

const healthOf: Readonly<Record<SourceState, Health>> = {
  ok: 'ok',
  partial: 'attention',
  locked: 'attention',
  newer: 'attention',
  older: 'attention',
  unreadable: 'broken',
  missing: 'absent'
}
const order: readonly Health[] = ['absent', 'ok', 'attention', 'broken']

/** The worst that can be said of several places of one agent; a missing one counts only when there is no other. */
export function healthOfSources(sources: readonly Source[]): Health {
  return sources
    .map((source) => healthOf[source.state])
    .reduce((a, b) => (order.indexOf(b) > order.indexOf(a) ? b : a), 'absent')
}
