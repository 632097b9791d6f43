import { lstat, readdir, readFile, readlink, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** One file of a tree. */
export interface TreeFile {
  /** Below the tree's root, with `/`. */
  readonly path: string
  readonly oid: string
  /** As git has it: 0o100644, 0o100755, 0o120000 for a link, 0o160000 for a repository within. */
  readonly mode: number
}

/** Large, and most sessions need none of it: it is loaded by the first object that is read. */
const git = () => import('isomorphic-git')

/** A file system that can only be read: whatever else a library asks for fails. */
const reading = { promises: { readFile, readdir, stat, lstat, readlink, ...withoutWriting() } }

function withoutWriting() {
  const refuse = async (): Promise<never> => {
    throw new Error('a repository of somebody else is only read')
  }
  return { writeFile: refuse, unlink: refuse, mkdir: refuse, rmdir: refuse, symlink: refuse }
}

/**
 * Objects of a repository of somebody else, and of those that it borrows from (`objects/info/alternates`). Nothing is written there, and no git runs.
 */
export class GitObjects {
  readonly #folders: Promise<readonly string[]>

  /** The folder is the git folder itself. `nowOf` gives where a folder that it borrows from is, which may have been moved since. */
  constructor(gitdir: string, nowOf: (folder: string) => string = (folder) => folder) {
    this.#folders = withAlternates(gitdir, nowOf)
  }

  /** All files of a tree, or of the tree of a commit, in order. Null when the tree or one below it is not there. */
  async filesOf(oid: string): Promise<readonly TreeFile[] | null> {
    const files: TreeFile[] = []
    const visit = async (tree: string, above: string): Promise<boolean> => {
      const entries = await this.#first(async (gitdir) => (await git()).readTree({ fs: reading, gitdir, oid: tree }))
      if (entries === null) return false
      for (const { path, oid: each, mode, type } of entries.tree) {
        if (type !== 'tree') files.push({ path: above + path, oid: each, mode: Number.parseInt(mode, 8) })
        else if (!(await visit(each, `${above}${path}/`))) return false
      }
      return true
    }
    return (await visit(oid, '')) ? files : null
  }

  /** Null when it is not there. */
  async blob(oid: string): Promise<Uint8Array | null> {
    return (await this.#first(async (gitdir) => (await git()).readBlob({ fs: reading, gitdir, oid })))?.blob ?? null
  }

  /** The commits that a commit follows; null when it is not there. */
  async parentsOf(oid: string): Promise<readonly string[] | null> {
    return (
      (await this.#first(async (gitdir) => (await git()).readCommit({ fs: reading, gitdir, oid })))?.commit.parent ??
      null
    )
  }

  async #first<T>(read: (gitdir: string) => Promise<T>): Promise<T | null> {
    for (const gitdir of await this.#folders) {
      try {
        return await read(gitdir)
      } catch {
        // Not here, or damaged here: another one may have it.
      }
    }
    return null
  }
}

/** A repository names the objects folders that it borrows from, one a line. */
async function withAlternates(
  gitdir: string,
  nowOf: (folder: string) => string,
  depth = 0
): Promise<readonly string[]> {
  const text = await readFile(join(gitdir, 'objects', 'info', 'alternates'), 'utf8').catch(() => '')
  const named = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  if (depth > 4) return [gitdir]
  const others = await Promise.all(
    named.map((line) => withAlternates(join(nowOf(resolve(gitdir, 'objects', line)), '..'), nowOf, depth + 1))
  )
  return [gitdir, ...others.flat()]
}
