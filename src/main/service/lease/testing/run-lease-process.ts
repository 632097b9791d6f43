import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { processEnvironment } from '../../restore/testing/build-process'
import type { LeaseOrder } from './lease-process'

/** How a process of `lease-process.ts` ended. */
export interface LeaseProcessEnd {
  readonly signal: NodeJS.Signals | null
  readonly names: readonly string[]
  readonly state?: string
  readonly recovered?: number
  readonly error?: string
  readonly message?: string
  readonly data?: Readonly<Record<string, unknown>>
}

export interface LeaseProcess {
  readonly child: ChildProcess
  readonly pid: number
  readonly ended: Promise<LeaseProcessEnd>
}

export function startLeaseProcess(program: string, order: LeaseOrder): LeaseProcess {
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: processEnvironment(program)
  })
  const said = { out: '', complaint: '' }
  child.stdout.on('data', (piece) => {
    said.out += piece
  })
  child.stderr.on('data', (piece) => {
    said.complaint += piece
  })
  const ended = new Promise<LeaseProcessEnd>((resolve) => {
    child.on('close', (_, signal) => {
      if (said.out !== '') resolve({ signal, ...JSON.parse(said.out) })
      else resolve({ signal, names: [], ...(said.complaint !== '' && { error: said.complaint }) })
    })
  })
  return { child, pid: child.pid ?? 0, ended }
}

/** Waits until a process is stopped by a signal; true when it ended before that. Linux only. */
export async function untilStopped({ child, pid }: LeaseProcess): Promise<boolean> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) return true
    if (stateOf(pid) === 'T') return false
    await pause(5)
  }
}

function stateOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0]
  } catch {
    // It has just ended; the next look at the child says so.
    return undefined
  }
}
