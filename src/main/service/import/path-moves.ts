import type { PathMove } from '@shared/domain/import'
import { withoutEnd } from '@shared/domain/path-moves'
import type { FolderMove } from '../agents/write-part'
import type { HeldSession } from './imports'
import { homeOf } from './suggested-paths'

/**
 * How folders that a session names change on their way here: as the person's table says, else what lay in the home of then lies in the home of now. The
 * deepest folder that fits counts, so it comes first.
 */
export function folderMoves(
  { opened, listed }: Pick<HeldSession, 'opened' | 'listed'>,
  map: readonly PathMove[],
  here: string
): readonly FolderMove[] {
  const home = opened.manifest?.pathHints.home ?? homeOf(listed?.workspace ?? '')
  const moves = map.map(({ was, here: to }): FolderMove => ({ from: withoutEnd(was), to: withoutEnd(to) }))
  if (home !== null && !moves.some(({ from }) => from === withoutEnd(home)))
    moves.push({ from: withoutEnd(home), to: here })
  return moves.filter(({ from, to }) => from !== to).toSorted((a, b) => b.from.length - a.from.length)
}
