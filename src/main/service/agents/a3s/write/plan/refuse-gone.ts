import { fail } from '@shared/ipc/errors'
import type { SourceKey } from '../../../adapter'
import { checkpointFilesOf } from '../../reading/session-checkpoints'

/** Throws `session.gone`; where runs of the session left checkpoints, it says so and why they stay. */
export function refuseGone(root: string, id: string, key: SourceKey): never {
  const [first, ...others] = checkpointFilesOf(root, id, key)
  if (first === undefined) return fail('session.gone', `a3s has no session ${JSON.stringify(id)} in ${root}.`)
  const left = others.length === 0 ? 'a checkpoint' : `${others.length + 1} checkpoints`
  return fail(
    'session.gone',
    `Of session ${JSON.stringify(id)} only ${left} of its runs ${others.length === 0 ? 'is' : 'are'} left in ${root}: there is no session to change or to keep.`,
    {
      advice: `Reprise leaves checkpoints of runs where they are, as a3s does when it deletes a session. They can be read; remove ${first.path} by hand if it is not wanted.`,
      data: { path: first.path }
    }
  )
}
