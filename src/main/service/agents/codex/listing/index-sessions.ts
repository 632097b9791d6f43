import type { Finding } from '@shared/domain/finding'
import type { ListedSession } from '../../adapter'
import { finding } from '../findings'
import type { ThreadRow } from '../index/thread-row'
import { titleOf } from './summarise'

/** A session that only Codex's index still knows: its rollout is gone (cases: B9). */
export function goneSession(row: ThreadRow): ListedSession {
  const prompt = row.firstPrompt ?? row.preview
  return {
    id: row.id,
    title: titleOf(row.name ?? row.firstPrompt ?? row.title ?? `Session ${row.id} is gone`),
    workspace: row.cwd,
    startedAt: row.startedAt,
    updatedAt: row.updatedAt,
    entries: null,
    resumable: false,
    findings: null,
    state: 'gone',
    layout: 'index',
    ...(row.subagent ? { parentKind: 'subagent' as const } : {}),
    ...(row.parent === null ? {} : { parent: row.parent }),
    ...(row.model === null ? {} : { model: row.model }),
    ...(row.effort === null ? {} : { effort: row.effort }),
    ...(row.version === null ? {} : { agentVersion: row.version }),
    ...(prompt === null ? {} : { promptText: prompt.slice(0, 4000), preview: titleOf(prompt) })
  }
}

export function goneFinding(rows: readonly ThreadRow[], path: string): Finding {
  const count = rows.length === 1 ? 'one session' : `${rows.length} sessions`
  return finding('notice', 'rollout.gone', `The index names ${count} whose rollout is not there any more.`, {
    where: path,
    still: 'The first prompt, the directory and the times are in the index.'
  })
}
