import type { SessionPart } from '../../adapter'
import { findRollout } from './find-rollout'
import { filesOf, rolloutFiles } from './rollout-files'

/** The rollouts of one session, the one that is read first; those of its subagents are sessions of their own. */
export function sessionParts(root: string, id: string): readonly SessionPart[] {
  const file = findRollout(root, id)
  if (file === null) return []
  const others = filesOf(rolloutFiles(root), id).filter(({ path }) => path !== file.path)
  return [
    { path: file.path, what: 'session', because: 'the rollout' },
    ...others.map(({ path }) => ({ path, what: 'session' as const, because: 'an earlier rollout of the same session' }))
  ]
}
