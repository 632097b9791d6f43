import { type ChildProcess, spawn } from 'node:child_process'
import { processEnvironment } from './build-process'
import type { StopOrder } from './stopping-process'

/** How a process of `stopping-process.ts` ended. `names` are the changes to the disk that it made, when it came to its end. */
export interface Ended {
  readonly signal: NodeJS.Signals | null
  readonly names: readonly string[]
  readonly state: string | null
  readonly error: string | null
}

/** Starts the bundled process, as another account if one is given; `ended` never fails, a crash of the program itself is in `error`. */
export function startProcess(
  program: string,
  order: StopOrder,
  account?: number
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: processEnvironment(program),
    ...(account !== undefined && { uid: account, gid: account })
  })
  let out = ''
  let complaint = ''
  child.stdout.on('data', (piece) => {
    out += piece
  })
  child.stderr.on('data', (piece) => {
    complaint += piece
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on('error', (error) => resolve({ signal: null, names: [], state: null, error: String(error) }))
    child.on('close', (_, signal) => {
      const said = readAnswer(out)
      const error = said.error ?? (complaint === '' ? null : complaint)
      resolve({ signal, names: said.names ?? [], state: said.state ?? null, error })
    })
  })
  return { child, ended }
}

interface Said {
  readonly names?: readonly string[]
  readonly state?: string
  readonly error?: string
}

/** A process that was killed may have got out a part of its answer. */
function readAnswer(out: string): Said {
  if (out === '') return {}
  try {
    return JSON.parse(out) as Said
  } catch {
    return { error: `the process did not finish its answer: ${out.slice(0, 200)}` }
  }
}
