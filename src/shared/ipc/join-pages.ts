import type { ConfigDocument } from '../domain/config'
import type { OutputOf } from './contract'

/** Operations whose answers are pages of one list. */
export type PagedOperation = 'checkpoints.list' | 'findings.list' | 'config.show' | 'import.configuration'

type Joiners = { readonly [N in PagedOperation]: (before: OutputOf<N>, page: OutputOf<N>) => OutputOf<N> }

/** Puts a page behind those before it. */
export const joinPages: Joiners = {
  'checkpoints.list': (before, page) => ({ ...page, checkpoints: [...before.checkpoints, ...page.checkpoints] }),
  'findings.list': (before, page) => ({ ...page, findings: [...before.findings, ...page.findings] }),
  'config.show': (before, page) => ({ ...page, documents: joinDocuments(before.documents, page.documents) }),
  'import.configuration': (before, page) => ({ ...page, documents: joinDocuments(before.documents, page.documents) })
}

/** A document that was cut goes on as the first one of the next page. */
function joinDocuments(before: readonly ConfigDocument[], page: readonly ConfigDocument[]): ConfigDocument[] {
  const [first, ...rest] = page
  const last = before.at(-1)
  if (!first || !last || first.name !== last.name || first.path !== last.path) return [...before, ...page]
  return [...before.slice(0, -1), { ...last, entries: [...last.entries, ...first.entries] }, ...rest]
}
