import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const takesValue = new Set(['--root', '--key-file'])

/** Files among the arguments of a start, as "Open with" gives them. `app` is our own folder, which a start in development names too. */
export function fileArguments(argv: readonly string[], cwd: string, app: string): readonly string[] {
  return argv
    .slice(1)
    .filter((argument, index, all) => !argument.startsWith('-') && !takesValue.has(all[index - 1] ?? ''))
    .map((argument) => resolve(cwd, argument))
    .filter((path) => path !== resolve(app) && existsSync(path))
}

/** Holds what was opened with Reprise, or dropped on its icon, until the page takes it, which may still be loading. */
export class OpenedFiles {
  private paths: readonly string[] = []

  put(paths: readonly string[]): void {
    this.paths = [...this.paths, ...paths].slice(-10)
  }

  take(): string[] {
    const { paths } = this
    this.paths = []
    return [...paths]
  }
}
