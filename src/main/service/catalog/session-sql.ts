import type { SessionQuery } from '@shared/ipc/contract'
import type { z } from 'zod'
import type { SqlValue } from '../store/library'
import { wordsOf } from './fold-text'

export interface Sql {
  readonly text: string
  readonly values: readonly SqlValue[]
}

export type ParsedSessionQuery = z.output<typeof SessionQuery>

/** The condition that a session of the present sources meets to be in the list. */
export function conditionOf(query: ParsedSessionQuery, sources: readonly string[]): Sql {
  const parts: string[] = ['shown = 1', 'source in (select value from json_each(?))']
  const values: SqlValue[] = [JSON.stringify(query.source ? sources.filter((id) => id === query.source) : sources)]
  const add = (part: string, ...more: SqlValue[]) => {
    parts.push(part)
    values.push(...more)
  }
  if (!query.children) add("parent_kind is not 'subagent'")
  if (query.agent) add('agent = ?', query.agent)
  if (query.workspace !== undefined) add('workspace = ?', query.workspace)
  if (query.restorable) add('restorable = 1')
  if (query.resumable) add('resumable = 1')
  for (const word of wordsOf(query.text ?? '')) add('instr(text_folded, ?) > 0', word)
  return { text: parts.join(' and '), values }
}

const columns: Readonly<Record<ParsedSessionQuery['sort'], string>> = {
  updated: 'updated_at',
  started: 'started_at',
  title: 'title_folded',
  entries: 'entries',
  workspace: 'workspace'
}

/** Order of a list: what has no value comes last in both directions, and ties always fall the same way. */
export function orderOf(query: ParsedSessionQuery): string {
  const column = columns[query.sort]
  const direction = query.descending ? 'desc' : 'asc'
  const newest = query.sort === 'updated' ? '' : ', updated_at desc'
  return `${column} is null, ${column} ${direction}${newest}, id, source`
}
