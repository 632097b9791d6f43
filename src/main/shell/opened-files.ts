import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const takesValue = new Set(['--root', '--key-file'])

/** Files among the arguments of a start, as "Open with" gives them. `app` is our own folder, which a start in development names too. */
export function fileArguments(argv: readonly string[], cwd: string, app: string): readonly string[] {
  return argv
    .slice(1)
    .filter((argument, index, all) => !argument.startsWith('-') && !takesValue.has(all[index - 1] ?? ''))
    .map((argument) => resolve(cwd, argument))
    .filter((path, index, all) => path !== resolve(app) && all.indexOf(path) === index && existsSync(path))
}

/** As many as are held; the page takes them at once unless it is still loading. */
const mostHeld = 1000

/** Holds what was opened with Reprise, or dropped on its icon, until the page takes it, which may still be loading. */
export class OpenedFiles {
  private paths: readonly string[] = []

  put(paths: readonly string[]): void {
    this.paths = [...new Set([...this.paths, ...paths])].slice(-mostHeld)
  }

  take(): string[] {
    const { paths } = this
    this.paths = []
    return [...paths]
  }
}

/** macOS tells of several files one by one, within moments. */
const momentMs = 150

/** Tells once that files were opened, as soon as no further one has come for a moment: what was opened together is looked into together. */
export class OpenedTogether {
  private readonly tell: () => void
  private timer: NodeJS.Timeout | undefined

  constructor(tell: () => void) {
    this.tell = tell
  }

  heard(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(this.tell, momentMs)
  }
}
