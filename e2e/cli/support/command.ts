import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pinnedNode } from '../../../scripts/setup/places.mjs'

const project = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const command = join(project, 'out', 'cli', 'reprise.js')
const fixtures = join(project, 'e2e', 'fixtures', 'core')

/** A file or folder of the fixtures. */
export function fixturePath(name: string): string {
  return join(fixtures, name)
}

/** Names of the folders in a folder of the fixtures. */
export function fixtureFolders(name: string): string[] {
  return readdirSync(fixturePath(name), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : []
  )
}

/** How one run of the command ended. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A home folder of its own, with our own folder beside it, and the built command on both. */
export class CommandHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'reprise-cli-'))
  readonly home = join(this.folder, 'home')
  readonly own = join(this.folder, 'own')

  /** `fixture` is a folder of the fixtures whose copy becomes the home; or what fills the home. */
  constructor(fixture: string | ((home: string) => void)) {
    if (typeof fixture === 'string') {
      cpSync(join(fixtures, fixture), this.home, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
      return
    }
    mkdirSync(this.home)
    fixture(this.home)
  }

  run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const variables = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.home,
      USERPROFILE: this.home,
      REPRISE_HOME: this.own,
      REPRISE_CHECK_OUTPUT: '1',
      ...env
    }
    const options = { env: variables, cwd: this.folder, maxBuffer: 256 * 1024 * 1024, encoding: 'utf8' } as const
    return new Promise((resolve, reject) => {
      execFile(pinnedNode(), [command, ...args], options, (error, out, err) => {
        if (error && typeof error.code !== 'number') reject(error)
        else resolve({ code: error ? Number(error.code) : 0, out, err })
      })
    })
  }

  /** Runs with `--json`; throws when the command did not end with 0. */
  async json<T>(args: readonly string[]): Promise<T> {
    const { code, out, err } = await this.run([...args, '--json'])
    if (code !== 0) throw new Error(`reprise ${args.join(' ')} ended with ${code}: ${out}${err}`)
    return JSON.parse(out) as T
  }

  dispose(): void {
    if (existsSync(this.folder)) rmSync(this.folder, { recursive: true, force: true, maxRetries: 20 })
  }
}

/** Runs `work` for each item, a few at a time, and keeps their order. */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length)
  const waiting = [...items.entries()]
  const one = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, one))
  return results
}
