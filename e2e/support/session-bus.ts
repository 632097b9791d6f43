import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'

const daemon = 'dbus-daemon'

/** Whether this machine has the program that a session bus needs. */
export function hasBusDaemon(): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, daemon), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** A session bus of its own, for one test. */
export class SessionBus {
  readonly address: string
  private readonly process: ChildProcess
  private readonly folder: string

  private constructor(address: string, process: ChildProcess, folder: string) {
    this.address = address
    this.process = process
    this.folder = folder
  }

  static async start(): Promise<SessionBus> {
    const folder = mkdtempSync(join(tmpdir(), 'reprise-bus-'))
    const args = ['--session', '--nofork', '--nopidfile', '--print-address', `--address=unix:path=${folder}/bus`]
    const child = spawn(daemon, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    return new SessionBus(line.trim(), child, folder)
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit')
    this.process.kill()
    await ended
    rmSync(this.folder, { recursive: true, force: true })
  }
}
