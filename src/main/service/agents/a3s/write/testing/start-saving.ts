import { spawn } from 'node:child_process'
import type { SaveOrder } from './saving-process'

/** How a process of `saving-process.ts` ended: its lines, parsed, and what it complained about. */
export interface SavingEnded {
  readonly signal: NodeJS.Signals | null
  readonly lines: readonly { readonly ok: boolean; readonly value?: string; readonly names: readonly string[] }[]
  readonly complaint: string
}

/** With a limit no file may grow beyond so many KiB: what is over it is not taken, as on a full disk. */
export function startSaving(program: string, order: SaveOrder, limitKiB?: number): Promise<SavingEnded> {
  const args = [program, JSON.stringify(order)]
  const child =
    limitKiB === undefined
      ? spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      : spawn('bash', ['-c', `ulimit -f ${limitKiB}; exec "$0" "$@"`, process.execPath, ...args], {
          stdio: ['ignore', 'pipe', 'pipe']
        })
  let out = ''
  let complaint = ''
  child.stdout.on('data', (piece) => {
    out += piece
  })
  child.stderr.on('data', (piece) => {
    complaint += piece
  })
  return new Promise((resolve) => {
    child.on('close', (_, signal) => {
      const lines = out.split('\n').filter((line) => line !== '')
      resolve({ signal, lines: lines.map((line) => JSON.parse(line)), complaint })
    })
  })
}
