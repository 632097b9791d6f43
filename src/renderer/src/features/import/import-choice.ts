import type { ImportedSession, Inspection } from '@shared/domain/import'

/** What the person chose of an import. */
export interface ImportChoice {
  readonly session: ImportedSession
  /** The library keeps all of them; the agent's store takes one. */
  readonly where: 'library' | 'store'
  readonly workspace: string
}

/** The library at first: nothing of the agent's is written for it. */
export function firstChoice(found: Inspection): ImportChoice | null {
  const [session] = found.sessions
  return session === undefined ? null : { session, where: 'library', workspace: suggested(found, session) }
}

/** Another session of the same import; it works where it would be here. */
export function chosen(found: Inspection, choice: ImportChoice, key: string): ImportChoice {
  const session = found.sessions.find((one) => one.key === key) ?? choice.session
  const where = session.notPut === null ? choice.where : 'library'
  return { session, where, workspace: suggested(found, session) }
}

function suggested({ paths }: Inspection, { workspace }: ImportedSession): string {
  const known = paths.find(({ was, what }) => what === 'workspace' && was === workspace)
  return known?.here ?? workspace ?? ''
}
