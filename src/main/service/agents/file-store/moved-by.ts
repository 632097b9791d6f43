import { pathHere } from '@shared/domain/path-moves'
import type { OpenedSession } from '../adapter'
import type { FolderMove } from '../write-part'

/** Where a folder is after the moves, by the deepest one that holds it; null where none does. */
export function movedBy(path: string, moves: readonly FolderMove[]): string | null {
  return pathHere(
    path,
    moves.map(({ from, to }) => ({ was: from, here: to }))
  )
}

/** The same of a path that a record gives in Latin-1, byte for byte; the answer is in the same way. */
export function latinMovedBy(latin: string, moves: readonly FolderMove[]): string | null {
  const moved = movedBy(Buffer.from(latin, 'latin1').toString('utf8'), moves)
  return moved === null ? null : Buffer.from(moved).toString('latin1')
}

/** A list of folders in Latin-1, each where it is after the moves; null where none of them moved, or it is no list of names. */
export function latinFoldersMoved(value: unknown, moves: readonly FolderMove[]): readonly string[] | null {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) return null
  const moved = value.map((each) => latinMovedBy(each, moves))
  return moved.every((each) => each === null) ? null : value.map((each, index) => moved[index] ?? each)
}

/** The moves of a session from elsewhere, with that of its own directory to the one that was chosen; none of a fork, which has no moves. */
export function withOwnMove(
  { summary }: Pick<OpenedSession, 'summary'>,
  workspace: string | null,
  moves: readonly FolderMove[]
): readonly FolderMove[] {
  const was = summary.workspace
  return moves.length === 0 || was === null || workspace === null ? moves : [{ from: was, to: workspace }, ...moves]
}
