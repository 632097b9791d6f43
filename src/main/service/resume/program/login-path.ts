import { userInfo } from 'node:os'
import { delimiter } from 'node:path'
import { baseEnvironment } from './base-environment'
import { runQuietly } from './run-quietly'

/** Where programs are looked for. `login`: as the person's login shell has it; `own`: only what this process was started with. */
export interface SearchPath {
  readonly folders: readonly string[]
  readonly from: 'login' | 'own'
  /** Why the login shell could not be asked. */
  readonly problem: string | null
}

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly platform: NodeJS.Platform
}

/** Start files of shells load version managers and the like; more than this is a shell that waits for something. */
const patienceMs = 10_000
const goodForMs = 5 * 60_000
/** A shell that did not answer is asked again sooner. */
const failedForMs = 30_000
/** Begins with a sign that ends a variable's name. */
const mark = '<reprise>'

/** PATH of the person's login shell, asked at most once in a while: an app that was started from a desktop has a shorter one (cases: B10). */
export class LoginPath {
  private readonly around: Surroundings
  private readonly now: () => number
  private readonly waitMs: number
  private known: { readonly answer: Promise<SearchPath>; until: number } | undefined

  constructor(around: Surroundings, now: () => number = Date.now, waitMs = patienceMs) {
    this.around = around
    this.now = now
    this.waitMs = waitMs
  }

  get(): Promise<SearchPath> {
    if (this.known && this.now() < this.known.until) return this.known.answer
    const known = { answer: askLoginShell(this.around, this.waitMs), until: this.now() + goodForMs }
    this.known = known
    void known.answer.then(({ from }) => {
      if (from === 'own') known.until = this.now() + failedForMs
    })
    return known.answer
  }
}

async function askLoginShell({ env, home, platform }: Surroundings, timeoutMs: number): Promise<SearchPath> {
  const own = splitPath(env.PATH ?? env.Path ?? (platform === 'win32' ? '' : '/usr/local/bin:/usr/bin:/bin'))
  // Windows has no login shell: programs get PATH from the registry.
  if (platform === 'win32') return { folders: own, from: 'login', problem: null }
  const shell = env.SHELL || userInfo().shell || '/bin/sh'
  const failed = (problem: string): SearchPath => ({ folders: own, from: 'own', problem })
  const end = await runQuietly({
    program: shell,
    // Quoted alike in sh, zsh, fish and csh; sh prints PATH as one text also where the shell has a list.
    args: ['-l', '-i', '-c', `/bin/sh -c 'printf "%s" "${mark}$PATH${mark}"'`],
    env: baseEnvironment(env, home),
    cwd: home,
    timeoutMs
  })
  if (end.ended === 'late') return failed(`${shell} did not answer within ${Math.round(timeoutMs / 1000)} s`)
  if (end.ended === 'not started') return failed(`${shell} could not be started (${end.code})`)
  const text = end.out.split(mark)[1]
  if (text === undefined || text === '') return failed(`${shell} did not say its PATH`)
  return { folders: splitPath(text), from: 'login', problem: null }
}

function splitPath(text: string): readonly string[] {
  return [...new Set(text.split(delimiter).filter((folder) => folder !== ''))]
}
