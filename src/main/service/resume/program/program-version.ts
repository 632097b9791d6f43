import { statSync } from 'node:fs'
import { quoteCmdProgram } from '../quoting/quote-word'
import { type QuietEnd, runQuietly } from './run-quietly'

export type ProgramVersion =
  | { readonly version: string }
  /** It could not be asked, which is not to say that it is too old. */
  | { readonly version: null; readonly problem: string }

/** Some agents load a lot of script before they can say their version. */
const patienceMs = 15_000

/** Asks programs for their version: the only thing that a pre-flight runs of an agent. An answer counts as long as the file is the same. */
export class ProgramVersions {
  private readonly known = new Map<string, Promise<ProgramVersion>>()
  private readonly waitMs: number

  constructor(waitMs = patienceMs) {
    this.waitMs = waitMs
  }

  async of(path: string, env: Readonly<Record<string, string>>, cwd: string): Promise<ProgramVersion> {
    const key = fileKey(path)
    const known = this.known.get(key)
    if (known) return known
    const asked = runVersion(path, env, cwd, this.waitMs)
    this.known.set(key, asked)
    const answer = await asked
    // What went wrong once may go well the next time.
    if (answer.version === null) this.known.delete(key)
    return answer
  }
}

function fileKey(path: string): string {
  const { ino, size, mtimeMs } = statSync(path)
  return `${path}\n${ino} ${size} ${mtimeMs}`
}

async function runVersion(
  path: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
  timeoutMs: number
): Promise<ProgramVersion> {
  const script = /\.(cmd|bat)$/i.test(path)
  // The outer quotes are those that `/s` takes away.
  const line = `"${quoteCmdProgram(path)} --version"`
  const end = await runQuietly({
    program: script ? 'cmd.exe' : path,
    args: script ? ['/d', '/s', '/c', line] : ['--version'],
    env,
    cwd,
    timeoutMs,
    verbatim: script
  })
  return readVersion(end, timeoutMs)
}

function readVersion(end: QuietEnd, timeoutMs: number): ProgramVersion {
  const failed = (problem: string): ProgramVersion => ({ version: null, problem })
  if (end.ended === 'late') return failed(`it did not answer within ${Math.round(timeoutMs / 1000)} s`)
  if (end.ended === 'not started') return failed(`it could not be started (${end.code})`)
  if (end.code !== 0) return failed(`it ended with code ${end.code ?? 'unknown'}`)
  const version = versionIn(end.out) ?? versionIn(end.err)
  return version === null ? failed('its answer holds no version') : { version }
}

/** The first version number in a text, such as `codex-cli 0.171.0`. */
export function versionIn(text: string): string | null {
  return /(?<![\d.])\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?/.exec(text)?.[0] ?? null
}
