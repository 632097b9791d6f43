import type { AgentId } from '@shared/domain/agents'
import type { Plan } from '@shared/domain/plan'
import type { SessionRef } from '@shared/domain/session'
import type { LibraryWriter } from '../store/library'
import { settleSession } from './settle-session'
import { dropTombstone } from './tombstone'

/** A session is not listed any more once it is gone and nothing of it is kept. */
export function forgetSession(writer: LibraryWriter, agent: AgentId, session: SessionRef): void {
  writer.transaction(() => {
    writer.run('insert or ignore into forgotten (source, id) values (?, ?)', session.source, session.id)
    dropTombstone(writer, session)
    settleSession(writer, session.source, agent, session.id)
  })
}

/** What Reprise itself made or removed when a plan was carried out: that a session it took back or deleted is gone is no news. */
export function noteOwnChange(
  writer: LibraryWriter,
  plan: Pick<Plan, 'kind' | 'agent' | 'session' | 'operation'>,
  done: { readonly operation: string; readonly created: readonly SessionRef[] }
): void {
  for (const { source, id } of done.created) {
    const sql = 'insert or replace into made (operation, source, id) values (?, ?, ?)'
    writer.run(sql, done.operation, source, id)
  }
  if (plan.kind === 'delete') forgetSession(writer, plan.agent, plan.session)
  if (plan.kind !== 'undo' || plan.operation === null) return
  const made = writer.all<SessionRef>('select source, id from made where operation = ?', plan.operation)
  for (const session of made) forgetSession(writer, plan.agent, session)
}
