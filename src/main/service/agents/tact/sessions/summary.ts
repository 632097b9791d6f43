import { visibleText } from '@shared/domain/visible-text'
import type { ListedSession } from '../../adapter'
import { isPartial, type Resumability } from './resumability'
import type { SessionRow } from './session-row'

/** The preview of a session that never had a prompt. */
export const noPrompt = 'No user prompt'

/** tact keeps the whole first prompt as the preview; a list needs its beginning. */
const longestPreview = 2000
const longestTitle = 300

export interface SessionPrompts {
  /** Newest last, at most 100. */
  readonly prompts: readonly { readonly at: number; readonly text: string }[]
  readonly promptText: string
}

/** A session of the database as the list shows it (behaviour 34). */
export function summarise(
  row: SessionRow,
  verdict: Resumability,
  prompts: SessionPrompts | Record<string, never>
): ListedSession {
  const preview = row.preview === '' ? noPrompt : cut(row.preview, longestPreview)
  return {
    id: row.id,
    title: preview === noPrompt ? 'No prompt yet' : cut(visibleText(preview), longestTitle),
    workspace: row.workspace === '' ? null : row.workspace,
    startedAt: row.startedAt,
    updatedAt: row.updatedAt,
    entries: null,
    resumable: verdict.resumable,
    findings: null,
    state: isPartial(verdict) ? 'partial' : 'ok',
    model: row.model,
    effort: row.effort,
    settings: { 'reasoning mode': row.reasoningMode, 'fast mode': row.fastMode ? 'on' : 'off' },
    preview,
    layout: 'sqlite-v2',
    agentVersion: row.applicationVersion,
    ownCheckpoints: row.hasState ? 1 : 0,
    ...(row.parent === null ? {} : { parent: row.parent, parentKind: 'fork' as const }),
    ...prompts
  }
}

/** Cuts between characters, never inside of one. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…`
}
