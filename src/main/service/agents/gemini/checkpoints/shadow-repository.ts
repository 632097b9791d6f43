import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn, statOf } from '../../file-store/names-in'

export interface ShadowCommit {
  readonly hash: string
  readonly at: number
  readonly subject: string
}

/** A log beyond this size is none that Gemini CLI wrote. */
const largestLog = 16 * 1024 * 1024

/** The repository in which Gemini CLI keeps the files of a project. Its files are only read; no git runs in it. */
export class ShadowRepository {
  private readonly folder: string

  constructor(history: string, project: string) {
    this.folder = join(history, project, '.git')
  }

  /** Commits in the order in which they were made, without the empty first one. */
  commits(): readonly ShadowCommit[] {
    const path = join(this.folder, 'logs', 'HEAD')
    const stat = statOf(path)
    if (!stat?.isFile() || stat.size > largestLog) return []
    try {
      return readFileSync(path, 'utf8').split('\n').flatMap(commitOf)
    } catch {
      return []
    }
  }

  /** Whether a commit is there; null when it may be in a pack. */
  has(hash: string): boolean | null {
    if (!/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(hash)) return false
    const objects = join(this.folder, 'objects')
    if (existsSync(join(objects, hash.slice(0, 2), hash.slice(2)))) return true
    return namesIn(join(objects, 'pack')).some(({ name }) => name.endsWith('.pack')) ? null : false
  }
}

function commitOf(line: string): readonly ShadowCommit[] {
  const match = /^[0-9a-f]+ ([0-9a-f]+) .*> (\d{1,12}) [+-]\d{4}\tcommit: (.*)$/.exec(line)
  return match?.[1] === undefined ? [] : [{ hash: match[1], at: Number(match[2]) * 1000, subject: match[3] ?? '' }]
}
