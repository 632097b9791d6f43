import type { SessionSummary } from '@shared/domain/session'
import { useAnnouncer } from '../../state/announcer-store'
import { call } from '../../state/bridge'
import { counted } from '../../words/numbers'

/** Asks where the folder of a session is now. Its sessions are then grouped with those of that folder, and are resumed there. */
export async function locateFolder({ workspace }: Pick<SessionSummary, 'workspace'>): Promise<void> {
  if (workspace === null) return
  const picked = await call('shell.pickFolder', {})
  if (!picked.ok || picked.value.path === null) return
  const answer = await call('workspace.locate', { from: workspace, to: picked.value.path })
  const say = useAnnouncer.getState().sayAtOnce
  if (answer.ok) say(`${counted(answer.value.sessions, 'session')} of ${workspace} now belong to ${picked.value.path}.`)
  else say([answer.error.message, answer.error.advice].filter(Boolean).join(' '))
}
