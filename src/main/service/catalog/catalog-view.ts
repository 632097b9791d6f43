import type { AgentId } from '@shared/domain/agents'
import type { Finding } from '@shared/domain/finding'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import type { Accounting, TokenUsage } from '@shared/domain/transcript'
import type { Facets } from '@shared/ipc/contract-sessions'
import type { LibraryReader } from '../store/library'
import type { FolderKey } from '../workspaces/folder-keys'
import { leavesOf, noRetentions, type Retentions } from './leaving'
import { conditionOf, type ListGround, orderOf, type ParsedSessionQuery, type Sql } from './session-sql'
import { remembered } from './tombstone'
import { WorkspaceView } from './workspace-view'

interface SessionRow {
  source: string
  id: string
  agent: AgentId
  entries: number | null
  findings: number | null
  checkpoints: number
  listed: string
  touched_at: number | null
  /** As JSON: when it came from elsewhere, and from where; null where it did not. */
  imported: string | null
}

const columns = `source, id, agent, entries, findings, checkpoints, listed, touched_at,
  (select json_object('at', at, 'from', label) from checkpoint
   where imported = 1 and checkpoint.source = session.source and checkpoint.session = session.id
   order by at desc limit 1) as imported`

/** What a view knows besides the library: rules of the agents, and which recorded paths are one folder. */
export interface ViewGround {
  readonly retentions: () => Retentions
  readonly now: () => number
  readonly folderKeys: () => FolderKey
}

const plainGround: ViewGround = { retentions: () => noRetentions, now: Date.now, folderKeys: () => (path) => path }

export interface RecentPrompt {
  readonly session: SessionRef
  readonly agent: AgentId
  readonly at: number
  readonly text: string
}

/** Further paths of a workspace that a list of workspaces names. */
const mostSpellings = 20

/** What the scans so far know; `sources` are the ids of the present sources, others are kept but not shown. */
export class CatalogView {
  private readonly reader: LibraryReader
  private readonly sources: () => readonly string[]
  private readonly ground: ViewGround
  readonly workspaces: WorkspaceView

  constructor(reader: LibraryReader, sources: () => readonly string[], ground = plainGround) {
    this.reader = reader
    this.sources = sources
    this.ground = ground
    this.workspaces = new WorkspaceView(reader, sources, ground.folderKeys)
  }

  private readonly summaryOf = (row: SessionRow): SessionSummary => {
    const listed = JSON.parse(row.listed) as Omit<SessionSummary, 'source' | 'agent' | 'checkpoints'>
    const { source, agent, entries, findings, checkpoints } = row
    const leaves = leavesOf(this.ground.retentions(), row, listed)
    const imported = row.imported === null ? null : (JSON.parse(row.imported) as SessionSummary['imported'])
    const more = { ...(leaves && { leaves }), ...(imported && { imported }) }
    return { ...listed, source, agent, entries, findings, checkpoints, ...more }
  }

  /** Condition and order of a query, as the agents' rules are now. */
  private sqlOf(query: ParsedSessionQuery): { where: Sql; order: Sql } {
    const all = this.sources()
    const ground: ListGround = {
      sources: query.source ? all.filter((id) => id === query.source) : all,
      retentions: this.ground.retentions(),
      now: this.ground.now(),
      paths: this.workspaces.pathsOf(query)
    }
    return { where: conditionOf(query, ground), order: orderOf(query, ground) }
  }

  /** `allRead` is false while a session of the list that can be read has not been counted yet. */
  page(
    query: ParsedSessionQuery,
    offset: number,
    limit: number
  ): { total: number; allRead: boolean; rows: SessionSummary[] } {
    const { where, order } = this.sqlOf(query)
    const counted = this.reader.get<{ n: number; unread: number }>(
      `select count(*) as n, count(*) filter (where entries is null and state in ('ok', 'partial')) as unread
       from session where ${where.text}`,
      ...where.values
    )
    const rows = this.reader.all<SessionRow>(
      `select ${columns} from session
       where rowid in (select rowid from session where ${where.text} order by ${order.text} limit ? offset ?)
       order by ${order.text}`,
      ...where.values,
      ...order.values,
      limit,
      offset,
      ...order.values
    )
    return { total: counted?.n ?? 0, allRead: counted?.unread === 0, rows: rows.map(this.summaryOf) }
  }

  /** Position in the list's order; null when the session is not in it. */
  locate(query: ParsedSessionQuery, session: SessionRef): number | null {
    const { where, order } = this.sqlOf(query)
    const row = this.reader.get<{ place: number }>(
      `select place from (
         select source, id, row_number() over (order by ${order.text}) - 1 as place from session where ${where.text}
       ) where source = ? and id = ?`,
      ...order.values,
      ...where.values,
      session.source,
      session.id
    )
    return row?.place ?? null
  }

  get(session: SessionRef): SessionSummary | null {
    const row = this.reader.get<SessionRow>(
      `select ${columns} from session where source = ? and id = ? and shown = 1`,
      session.source,
      session.id
    )
    return row ? this.summaryOf(row) : null
  }

  /** Sessions of that id in all present sources of an agent. */
  named(agent: AgentId, id: string): SessionSummary[] {
    return this.reader
      .all<SessionRow>(
        `select ${columns} from session
         where shown = 1 and agent = ? and id = ? and source in (select value from json_each(?)) order by source`,
        agent,
        id,
        JSON.stringify(this.sources())
      )
      .map(this.summaryOf)
  }

  children(session: SessionRef, limit: number): SessionSummary[] {
    return this.reader
      .all<SessionRow>(
        `select ${columns} from session where source = ? and parent = ? and shown = 1 order by started_at, id limit ?`,
        session.source,
        session.id,
        limit
      )
      .map(this.summaryOf)
  }

  /** How many sessions the list has, without those that another one started. */
  count(): number {
    const row = this.reader.get<{ n: number }>(
      `select count(*) as n from session where shown = 1 and parent_kind is not 'subagent'
         and source in (select value from json_each(?))`,
      JSON.stringify(this.sources())
    )
    return row?.n ?? 0
  }

  facets(): Facets {
    const sources = JSON.stringify(this.sources())
    const from = `from session where shown = 1 and parent_kind is not 'subagent' and source in (select value from json_each(?))`
    const counts = this.reader.get<{ n: number; restorable: number; findings: number; gone: number }>(
      `select count(*) as n, coalesce(sum(restorable), 0) as restorable, count(*) filter (where findings > 0) as findings,
         count(*) filter (where state = 'gone') as gone ${from}`,
      sources
    )
    return {
      all: counts?.n ?? 0,
      leaving: this.page({ leaving: true, sort: 'leaving', descending: false }, 0, 0).total,
      gone: counts?.gone ?? 0,
      imported: this.imported(sources),
      restorable: counts?.restorable ?? 0,
      withFindings: counts?.findings ?? 0,
      agents: this.reader.all(`select agent, count(*) as sessions ${from} group by agent order by agent`, sources),
      workspaces: this.workspaces.groups().map(({ path, paths, repository, sessions }) => ({
        ...{ path, sessions },
        ...(paths.length > 1 && { also: paths.slice(1, mostSpellings) }),
        ...(repository !== null && { repository })
      }))
    }
  }

  private imported(sources: string): number {
    const row = this.reader.get<{ n: number }>(
      `select count(*) as n from (select distinct source, session from checkpoint where imported = 1) as found
       join session on session.source = found.source and session.id = found.session
       where shown = 1 and parent_kind is not 'subagent' and session.source in (select value from json_each(?))`,
      sources
    )
    return row?.n ?? 0
  }

  /** What persons asked, newest first; the task of a subagent was put by its agent. */
  prompts(workspace: string | undefined, limit: number): RecentPrompt[] {
    const rows = this.reader.all<{ source: string; id: string; agent: AgentId; at: number; text: string }>(
      // Along the index of times until there are enough; left alone, SQLite would look at every prompt there is.
      `select prompt.source, prompt.id, session.agent, prompt.at, prompt.text from prompt indexed by prompt_by_time
       cross join session on session.source = prompt.source and session.id = prompt.id and session.unit = prompt.unit
       where session.shown = 1 and session.parent_kind is not 'subagent'
         and session.source in (select value from json_each(?)) and (? is null or session.workspace in (select value from json_each(?)))
       order by prompt.at desc, prompt.source, prompt.id, prompt.place desc limit ?`,
      JSON.stringify(this.sources()),
      workspace ?? null,
      JSON.stringify(workspace === undefined ? [] : this.workspaces.sameFolder(workspace)),
      limit
    )
    return rows.map(({ source, id, ...prompt }) => ({ ...prompt, session: { source, id } }))
  }

  /** Prompts that the list knows of one session, oldest first. */
  promptsOf(session: SessionRef): { at: number; text: string }[] {
    return this.reader.all(
      `select prompt.at, prompt.text from prompt
       join session on session.source = prompt.source and session.id = prompt.id and session.unit = prompt.unit
       where session.source = ? and session.id = ? and session.shown = 1 order by prompt.place`,
      session.source,
      session.id
    )
  }

  /** Whether what is shown of it is only what the list itself knew. */
  isRemembered({ source, id }: SessionRef): boolean {
    const sql = 'select 1 from session where source = ? and id = ? and shown = 1 and digest = ?'
    return this.reader.get(sql, source, id, remembered) !== undefined
  }

  /** The counts of a whole reading, if the session is still as it was read. */
  account(session: SessionRef): { accounting: Accounting; findings: Finding[]; usage: TokenUsage | null } | null {
    const row = this.reader.get<{ accounting: string; findings: string; usage: string | null }>(
      `select accounting, account.findings, usage from account
       join session using (source, id, digest) where source = ? and id = ? and shown = 1`,
      session.source,
      session.id
    )
    if (row === undefined) return null
    const { accounting, findings, usage } = row
    return {
      accounting: JSON.parse(accounting),
      findings: JSON.parse(findings),
      usage: usage === null ? null : JSON.parse(usage)
    }
  }

  /** What the scan found in the file that holds this session alone; what is found in a database of many belongs to the source. */
  unitFindings(session: SessionRef): Finding[] {
    const row = this.reader.get<{ findings: string }>(
      `select unit.findings from unit join session on session.unit = unit.number where session.source = ? and id = ? and shown = 1
         and (select count(*) from session as other where other.unit = unit.number) = 1`,
      session.source,
      session.id
    )
    return row ? JSON.parse(row.findings) : []
  }

  /** Whether some present source was ever scanned to its end. */
  everScanned(): boolean {
    return this.countScanned('scanned_at is not null', this.sources()) > 0
  }

  /** Whether every present source, or the one named, was scanned to its end, so that the list is whole. */
  allScanned(source?: string): boolean {
    const asked = source === undefined ? this.sources() : [source]
    return (
      this.countScanned("scanned_at is not null and state in ('ok', 'partial', 'missing', 'older')", asked) ===
      asked.length
    )
  }

  private countScanned(condition: string, sources: readonly string[]): number {
    const row = this.reader.get<{ n: number }>(
      `select count(*) as n from source where ${condition} and source in (select value from json_each(?))`,
      JSON.stringify(sources)
    )
    return row?.n ?? 0
  }

  readingPlace(session: SessionRef): string | null {
    const row = this.reader.get<{ cursor: string }>(
      'select cursor from reading_place where source = ? and id = ?',
      session.source,
      session.id
    )
    return row?.cursor ?? null
  }
}
