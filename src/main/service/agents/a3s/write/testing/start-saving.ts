import { spawn } from 'node:child_process'
import type { SaveOrder } from './saving-process'

/** How a process of `saving-process.ts` ended: its lines, parsed, and what it complained about. */
export interface SavingEnded {
  readonly signal: NodeJS.Signals | null
  readonly lines: readonly { readonly ok: boolean; readonly value?: string; readonly names: readonly string[] }[]
  readonly complaint: string
}

export function startSaving(program: string, order: SaveOrder): Promise<SavingEnded> {
  const child = spawn(process.execPath, [program, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'pipe'] })
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
