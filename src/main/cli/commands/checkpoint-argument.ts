import type { Checkpoint } from '@shared/domain/checkpoint'
import type { SessionRef } from '@shared/domain/session'
import { fail } from '@shared/ipc/errors'
import type { CommandContext } from '../command'
import { UsageError } from '../usage-error'

/** The checkpoint of a session that an id or the beginning of one names. */
export async function checkpointArgument(
  { call }: CommandContext,
  session: SessionRef,
  text: string | undefined
): Promise<Checkpoint> {
  if (text === undefined || text === '')
    throw new UsageError('Name the checkpoint; `reprise checkpoints <session>` shows them.')
  const found: Checkpoint[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const page: { checkpoints: Checkpoint[]; next: number | null } = await call('checkpoints.list', { session, offset })
    for (const each of page.checkpoints) {
      if (each.id === text) return each
      if (each.id.startsWith(text)) found.push(each)
    }
    offset = page.next
  }
  const [only, ...more] = found
  if (only === undefined)
    return fail('not.found', `The session has no checkpoint ${text}.`, {
      advice: 'List them with `reprise checkpoints <session>`.',
      data: { error: 'NotFound' }
    })
  if (more.length === 0) return only
  return fail('ambiguous', `${found.length} checkpoints begin with ${text}.`, {
    advice: 'Write more of the id.',
    data: { checkpoints: found.map(({ id }) => id) }
  })
}
