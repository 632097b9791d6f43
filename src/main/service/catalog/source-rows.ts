import type { Finding } from '@shared/domain/finding'
import type { Source, SourceState } from '@shared/domain/source'
import type { SourceLocation } from '../agents/adapter'
import type { LibraryReader, LibraryWriter } from '../store/library'

/** Sources that nobody named for this long are forgotten; their sessions are found again when they come back. */
const forgetAfterMs = 30 * 24 * 3600 * 1000
/** Of more findings than this, a source says how many there are. */
const mostFindings = 200

interface SourceRow {
  source: string
  state: SourceState
  findings: string
  scanned_at: number | null
  reader: string
}

/** What a scan learned of a source as a whole. */
export interface SourceOutcome {
  readonly state: SourceState
  readonly findings: readonly Finding[]
  /** null when the scan did not come to its end; then the time of the last complete one stays. */
  readonly scannedAt: number | null
}

/**
 * Keeps the outcome of a scan; true when state or findings differ from those before. `reader` names the version that parsed: another
 * version parses everything again, since it may see more in the same bytes.
 */
export function keepOutcome(
  writer: LibraryWriter,
  location: SourceLocation,
  outcome: SourceOutcome,
  reader: string,
  now: number
): boolean {
  const findings = JSON.stringify(outcome.findings)
  const before = writer.get<SourceRow>('select * from source where source = ?', location.id)
  writer.run(
    `insert into source (source, agent, root, state, findings, scanned_at, seen_at, reader) values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (source) do update set state = excluded.state, findings = excluded.findings, seen_at = excluded.seen_at,
       scanned_at = coalesce(excluded.scanned_at, source.scanned_at),
       reader = iif(excluded.scanned_at is null, source.reader, excluded.reader)`,
    location.id,
    location.agent,
    location.root,
    outcome.state,
    findings,
    outcome.scannedAt,
    now,
    reader
  )
  return before?.state !== outcome.state || before.findings !== findings || before.scanned_at === null
}

/** Which version of Reprise last read a source to its end; null when none did. */
export function readerOf(reader: LibraryReader, source: string): string | null {
  const row = reader.get<SourceRow>('select * from source where source = ?', source)
  return row && row.scanned_at !== null ? row.reader : null
}

/** Forgets sources that no one has named for a month. */
export function forgetOldSources(writer: LibraryWriter, now: number): void {
  writer.transaction(() => {
    const old = writer.all<{ source: string }>('select source from source where seen_at < ?', now - forgetAfterMs)
    for (const { source } of old) {
      for (const table of [
        'session',
        'prompt',
        'directory',
        'checkpoint',
        'unit',
        'account',
        'reading_place',
        'forgotten',
        'source'
      ]) {
        writer.run(`delete from ${table} where source = ?`, source)
      }
    }
  })
}

interface UnitFindings {
  findings: string
  sessions: number
}

/**
 * Findings of units that belong to no single session: of files that hold none, so that nobody would see them at a session, and of databases that
 * hold many. What is about one session is told where that session is.
 */
function looseFindings(reader: LibraryReader, source: string): { findings: Finding[]; broken: boolean } {
  const rows = reader.all<UnitFindings>(
    `select findings, sessions from (
       select findings, (select count(*) from session where session.unit = unit.number) as sessions
       from unit where source = ? and findings <> '[]' order by unit
     ) where sessions <> 1 limit ?`,
    source,
    mostFindings + 1
  )
  const of = ({ findings }: UnitFindings) => JSON.parse(findings) as Finding[]
  const unread = rows.filter((row) => row.sessions === 0).flatMap(of)
  return { findings: rows.flatMap(of), broken: unread.some((finding) => finding.severity === 'problem') }
}

/** Each finding once, and not more of them than one answer can carry. */
function atMost(all: readonly Finding[]): Finding[] {
  const findings = [...new Map(all.map((finding) => [JSON.stringify(finding), finding])).values()]
  if (findings.length <= mostFindings) return findings
  const left = findings.length - mostFindings
  const more: Finding = {
    code: 'source.more-findings',
    severity: 'info',
    what: `At least ${left} more findings are not listed here.`
  }
  return [...findings.slice(0, mostFindings), more]
}

/**
 * A source as people see it. null for a default place where nothing is: it is not listed unless the person named it, or Reprise keeps sessions
 * of it.
 */
export function sourceOf(reader: LibraryReader, location: SourceLocation): Source | null {
  const row = reader.get<SourceRow>('select * from source where source = ?', location.id)
  const state = row?.state ?? 'ok'
  const loose = looseFindings(reader, location.id)
  const count = reader.get<{ n: number }>(
    "select count(*) as n from session where source = ? and shown = 1 and parent_kind is not 'subagent'",
    location.id
  )
  if (state === 'missing' && location.origin === 'default' && (count?.n ?? 0) === 0) return null
  return {
    id: location.id,
    agent: location.agent,
    root: location.root,
    origin: location.origin,
    state: state === 'ok' && loose.broken ? 'partial' : state,
    sessions: count?.n ?? 0,
    findings: atMost([...(row ? (JSON.parse(row.findings) as Finding[]) : []), ...loose.findings]),
    scannedAt: row?.scanned_at ?? null
  }
}
