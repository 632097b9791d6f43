import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { hostname, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pinnedNode } from '../../scripts/setup/places.mjs'
import { environmentFor, projectRoot } from './launch'

export interface CommandEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
}

/** The built command as a process of its own, on a home and on our own folder. */
export class CommandProcess {
  readonly child: ChildProcess
  readonly ended: Promise<CommandEnd>

  constructor(home: string, own: string, args: readonly string[]) {
    const command = join(projectRoot, 'out', 'cli', 'reprise.js')
    const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']
    const child = spawn(pinnedNode(), [command, ...args, '--json'], { env: environmentFor(home, own, {}), stdio })
    let out = ''
    child.stdout.on('data', (piece) => {
      out += piece
    })
    this.child = child
    this.ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, out })))
  }

  /** As windows and failures name it. */
  get name(): string {
    return `${hostname()}:${this.child.pid}`
  }

  /** Sends SIGSTOP as soon as it holds our lease, which must be while it is still at work. */
  async stopWhenItHolds(own: string): Promise<void> {
    // On a busy machine too, whoever waits for it is faster than it.
    if (this.child.pid !== undefined) setPriority(this.child.pid, 19)
    while (!holds(own, this.child.pid)) {
      if (this.child.exitCode !== null) throw new Error('The command ended before it was seen to write.')
      await pause(1)
    }
    this.child.kill('SIGSTOP')
  }
}

/** Runs the command to its end and gives what it said; throws when it failed. */
export async function runCommand<T>(home: string, own: string, args: readonly string[]): Promise<T> {
  const { code, out } = await new CommandProcess(home, own, args).ended
  if (code !== 0) throw new Error(`reprise ${args.join(' ')} ended with ${code}: ${out}`)
  return JSON.parse(out) as T
}

function holds(own: string, pid: number | undefined): boolean {
  try {
    const folder = join(own, 'lease')
    const names = readdirSync(folder).filter((name) => /^epoch-\d+\.json$/.test(name))
    const states = names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    return states.some((state) => state.holder.pid === pid && !state.released)
  } catch {
    // Not there yet, or just being replaced.
    return false
  }
}
