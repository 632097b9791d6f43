import type { Finding } from '@shared/domain/finding'
import type { ListedCheckpoint, ListedSession } from '../agents/adapter'
import type { ServiceParts } from '../handlers/parts'
import type { KnownSource } from '../sources/source-table'

/** A session of an import as its adapter lists it. */
export interface ListedImport {
  /** Names it within the import. */
  readonly key: string
  readonly source: KnownSource
  readonly id: string
  /** null where only checkpoints of it came along. */
  readonly listed: ListedSession | null
  readonly checkpoints: readonly ListedCheckpoint[]
  /** Sessions of its subagents, by id. */
  readonly children: readonly string[]
  readonly findings: readonly Finding[]
}

/** Everything in the sources of an import, by a scan of each: sessions first that are there themselves, in the order of their adapter. */
export async function listImported(
  { readers }: Pick<ServiceParts, 'readers'>,
  sources: readonly KnownSource[],
  signal: AbortSignal
): Promise<readonly ListedImport[]> {
  const found: ListedImport[] = []
  for (const [index, source] of sources.entries()) {
    const sessions = new Map<string, ListedSession>()
    const checkpoints: ListedCheckpoint[] = []
    const findings: Finding[] = []
    for await (const batch of readers.scan(source, new Map(), signal)) {
      for (const step of batch) {
        if (step.type !== 'unit' && step.type !== 'slice') continue
        for (const session of step.sessions) sessions.set(session.id, session)
        if (step.type === 'unit') {
          checkpoints.push(...step.checkpoints)
          findings.push(...step.findings)
        }
      }
    }
    found.push(...joined(index, source, sessions, checkpoints, findings))
  }
  return found
}

function joined(
  index: number,
  source: KnownSource,
  sessions: ReadonlyMap<string, ListedSession>,
  checkpoints: readonly ListedCheckpoint[],
  findings: readonly Finding[]
): ListedImport[] {
  const ofSession = Map.groupBy(checkpoints, ({ sessionId }) => sessionId)
  const children = Map.groupBy(
    [...sessions.values()].filter(({ parentKind }) => parentKind === 'subagent'),
    ({ parent }) => parent ?? ''
  )
  const lost = [...ofSession.keys()].filter((id) => id !== null && !sessions.has(id))
  const own = [...sessions.values()].filter(({ parentKind }) => parentKind !== 'subagent')
  const make = (id: string, listed: ListedSession | null): ListedImport => ({
    key: `${index}:${id}`,
    ...{ source, id, listed },
    checkpoints: ofSession.get(id) ?? [],
    children: (children.get(id) ?? []).map((child) => child.id),
    findings: sessions.size + lost.length === 1 ? findings : []
  })
  return [...own.map((listed) => make(listed.id, listed)), ...lost.map((id) => make(id ?? '', null))]
}
