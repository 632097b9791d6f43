import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Results above this many bytes are shown as the preview in the record and stay in their file. */
const largestResult = 8 * 1024 * 1024

/** Large outputs of calls, which Claude Code moves to files beside the transcript. */
export class SideFiles {
  private readonly folder: string

  /** The folder is that of the session: `<project>/<session id>`. */
  constructor(folder: string) {
    this.folder = join(folder, 'tool-results')
  }

  /**
   * The whole output that a preview stands for; null when its file is not there. Of the path in the record only the name counts: a
   * transcript that was moved names a place that is another person's or gone, and it must not make Reprise read elsewhere.
   */
  text(preview: string): string | null {
    const named = /saved to: (.+)$/m.exec(preview)?.[1]?.trim()
    const name = named === undefined ? '' : basename(named.replaceAll('\\', '/'))
    if (!/^[\w.-]{1,200}$/.test(name) || name.startsWith('.')) return null
    try {
      const path = join(this.folder, name)
      const stat = statSync(path)
      return stat.isFile() && stat.size <= largestResult ? readFileSync(path, 'utf8') : null
    } catch {
      return null
    }
  }
}
