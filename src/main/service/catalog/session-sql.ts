import { leavingSoonMs } from '@shared/domain/leaving'
import type { SessionQuery } from '@shared/ipc/contract-sessions'
import type { z } from 'zod'
import type { SqlValue } from '../store/library'
import { wordsOf } from './fold-text'
import { leavesAtSql, type Retentions } from './leaving'

export interface Sql {
  readonly text: string
  readonly values: readonly SqlValue[]
}

export type ParsedSessionQuery = z.output<typeof SessionQuery>

/** What a list asks about besides the query itself. */
export interface ListGround {
  readonly sources: readonly string[]
  readonly retentions: Retentions
  readonly now: number
  /** Recorded paths that are the workspace or the project of the query. */
  readonly paths: readonly string[] | null
}

/** The condition that a session of the present sources meets to be in the list. */
export function conditionOf(query: ParsedSessionQuery, { sources, retentions, now, paths }: ListGround): Sql {
  const parts: string[] = ['shown = 1', 'source in (select value from json_each(?))']
  const values: SqlValue[] = [JSON.stringify(sources)]
  const add = (part: string, ...more: SqlValue[]) => {
    parts.push(part)
    values.push(...more)
  }
  if (!query.children) add("parent_kind is not 'subagent'")
  if (query.agent) add('agent = ?', query.agent)
  if (paths !== null) {
    const list = JSON.stringify(paths)
    const worked = `select 1 from directory where directory.source = session.source and directory.id = session.id
      and directory.unit = session.unit and directory.path in (select value from json_each(?))`
    add(`(workspace in (select value from json_each(?)) or exists (${worked}))`, list, list)
  }
  if (query.gone !== undefined) add(query.gone ? "state = 'gone'" : "state <> 'gone'")
  if (query.imported) {
    add(
      'exists (select 1 from checkpoint where imported = 1 and checkpoint.source = session.source and checkpoint.session = session.id)'
    )
  }
  if (query.leaving) {
    const leaves = leavesAtSql(retentions)
    add(`${leaves.text} <= ?`, ...leaves.values, now + leavingSoonMs)
  }
  if (query.restorable) add('restorable = 1')
  if (query.resumable) add('resumable = 1')
  for (const word of wordsOf(query.text ?? '')) add('instr(text_folded, ?) > 0', word)
  return { text: parts.join(' and '), values }
}

const columns: Readonly<Record<Exclude<ParsedSessionQuery['sort'], 'leaving'>, string>> = {
  updated: 'updated_at',
  started: 'started_at',
  title: 'title_folded',
  entries: 'entries',
  workspace: 'workspace'
}

/**
 * Order of a list: sessions that are gone come last, so that they never stand among the others; then what has no value, in both directions; ties always
 * fall the same way.
 */
export function orderOf(query: ParsedSessionQuery, { retentions }: Pick<ListGround, 'retentions'>): Sql {
  const by = query.sort === 'leaving' ? leavesAtSql(retentions) : { text: columns[query.sort], values: [] }
  const direction = query.descending ? 'desc' : 'asc'
  const newest = query.sort === 'updated' ? '' : ', updated_at desc'
  return { text: `state = 'gone', ${by.text} ${direction} nulls last${newest}, id, source`, values: by.values }
}
