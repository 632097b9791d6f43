import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { GitObjects, type TreeFile } from '../../file-store/git-objects'
import type { CheckpointRef } from '../files/session-facts'

/** The files of a checkpoint, in the repository that the session worked in. */
export interface CommitFiles {
  readonly objects: GitObjects
  readonly files: readonly TreeFile[]
  /** The folder of the repository. */
  readonly top: string
}

/**
 * What a commit of Cline's holds: all files of a clean tree, or of one with changes; in that case its third parent has the files that git did not know.
 * Null where the directory lies in no repository, or the commit is not there any more. Nothing is written, and no git runs.
 */
export async function commitFiles(cwd: string, { ref, kind }: CheckpointRef): Promise<CommitFiles | null> {
  const repository = repositoryOf(cwd)
  if (repository === null) return null
  const objects = new GitObjects(repository.folder)
  const files = await objects.filesOf(ref)
  const parents = kind === 'stash' ? await objects.parentsOf(ref) : []
  if (files === null || parents === null) return null
  const unknown = parents[2] === undefined ? [] : await objects.filesOf(parents[2])
  return unknown === null ? null : { objects, files: [...files, ...unknown], top: repository.top }
}

function repositoryOf(cwd: string): { readonly folder: string; readonly top: string } | null {
  for (let top = cwd; ; top = dirname(top)) {
    const folder = gitFolder(join(top, '.git'))
    if (folder !== null) return { folder, top }
    if (dirname(top) === top) return null
  }
}

/** Of a worktree the folder of the repository that has its objects. */
function gitFolder(path: string): string | null {
  try {
    if (statSync(path).isDirectory()) return path
    const named = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1]
    if (named === undefined) return null
    const own = resolve(dirname(path), named)
    return resolve(own, readFileSync(join(own, 'commondir'), 'utf8').trim())
  } catch {
    return null
  }
}
