import { spawn } from 'node:child_process'

export interface QuietRun {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly timeoutMs: number
  /** Windows only: the arguments are quoted already. */
  readonly verbatim?: boolean
}

export type QuietEnd =
  | { readonly ended: 'exit'; readonly code: number | null; readonly out: string; readonly err: string }
  | { readonly ended: 'late' }
  | { readonly ended: 'not started'; readonly code: string }

const mostOutput = 256 * 1024

/**
 * Runs a program that must not ask anything: it has no input, no terminal (a session of its own), and a limited time, after which it ends with
 * all that it started.
 */
export function runQuietly({ program, args, env, cwd, timeoutMs, verbatim = false }: QuietRun): Promise<QuietEnd> {
  return new Promise((resolve) => {
    const posix = process.platform !== 'win32'
    const child = spawn(program, [...args], {
      env,
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: posix,
      windowsHide: true,
      windowsVerbatimArguments: verbatim
    })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (out = `${out}${piece}`.slice(-mostOutput)))
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (err = `${err}${piece}`.slice(-mostOutput)))
    const end = (result: QuietEnd) => {
      clearTimeout(timer)
      // A process that it left in the background may hold the pipes open for ever.
      child.stdout.destroy()
      child.stderr.destroy()
      resolve(result)
    }
    const timer = setTimeout(() => {
      killWithAll(child.pid, posix)
      end({ ended: 'late' })
    }, timeoutMs)
    child.once('error', (error: NodeJS.ErrnoException) => end({ ended: 'not started', code: error.code ?? 'unknown' }))
    // What it wrote may arrive after its exit; a background process of it must not hold that up.
    child.once('exit', (code) => {
      const settle = setTimeout(() => end({ ended: 'exit', code, out, err }), 200)
      child.once('close', () => {
        clearTimeout(settle)
        end({ ended: 'exit', code, out, err })
      })
    })
  })
}

function killWithAll(pid: number | undefined, group: boolean): void {
  if (pid === undefined) return
  try {
    process.kill(group ? -pid : pid, 'SIGKILL')
  } catch {
    // It ended at this very moment.
  }
}
