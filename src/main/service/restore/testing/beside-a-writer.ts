import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Plan } from '@shared/domain/plan'
import { ExpectedFailure } from '@shared/ipc/errors'
import { Journals } from '../../operations/journal'
import { Vault } from '../../vault/vault'
import type { RestoreEngine } from '../engine'
import { diskGateway } from '../gateway'
import { quietly } from './test-home'

/** How long a writer and Reprise work against each other at least: seconds in `npm test`, minutes by `npm run concurrency`. */
const workMs = Number(process.env.CONCURRENCY_SECONDS ?? 4) * 1000

/** On a busy machine it goes on for this much longer, until some change came between two turns. */
const longestMs = workMs + 60_000
/** For the time limit of a test. */
export const patience = longestMs + 60_000

export interface Writer<T> {
  /** What it holds for written, in order. */
  readonly lines: readonly T[]
  /** Lets it finish its turn; rejects when it failed. */
  stop(): Promise<void>
}

/** The path of a writer in `testing/writers`. */
export function writerPath(name: string): string {
  return fileURLToPath(new URL(`./writers/${name}`, import.meta.url))
}

/** A writer as a process of its own; each line that it prints is something that it holds for written. */
export function startWriter<T>(program: string, args: readonly string[]): Writer<T> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  const lines: T[] = []
  let rest = ''
  let complaint = ''
  child.stdout.on('data', (piece) => {
    const parts = (rest + piece).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts.map((line) => JSON.parse(line) as T))
  })
  child.stderr.on('data', (piece) => {
    complaint += piece
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${complaint}`))
    )
  })
  return {
    lines,
    stop() {
      child.stdin.end()
      return ended
    }
  }
}

/** Takes for every conflict the option that does something, as a person who insists. */
export function insisting(plan: Plan): Record<string, string> {
  return Object.fromEntries(
    plan.conflicts.map(({ id, options, default: keep }) => [
      id,
      options.find(({ leavesOut, value }) => value !== keep && (leavesOut ?? []).length === 0)?.value ?? keep
    ])
  )
}

/** Waits until the writer has written once: from then on it has the session, also when a change deletes it. */
async function whenItWrites(writer: Writer<unknown>): Promise<void> {
  const began = performance.now()
  while (writer.lines.length === 0 && performance.now() - began < longestMs) await pause(10)
}

/**
 * Plans, applies and undoes in turn until the time is over, whatever is refused in between; then the writer ends.
 *
 * @returns how often each outcome was met.
 */
export async function changeBeside(
  writer: Writer<unknown>,
  engine: RestoreEngine,
  plans: readonly (() => Promise<Plan>)[]
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  await whenItWrites(writer)
  const began = performance.now()
  const isOver = () => performance.now() - began > ((outcomes.done ?? 0) > 0 ? workMs : longestMs)
  const attempt = async (make: () => Promise<Plan>): Promise<string | null> => {
    const outcome = await applied(engine, make)
    outcomes[outcome.state] = (outcomes[outcome.state] ?? 0) + 1
    return outcome.state === 'done' ? outcome.operation : null
  }
  for (let round = 0; !isOver(); round++) {
    const done = await attempt(plans[round % plans.length] ?? expectPlan)
    if (done !== null && Math.random() < 0.6) await attempt(() => engine.makeUndoPlan(done))
    await pause(Math.random() * 30)
  }
  await writer.stop()
  return outcomes
}

function expectPlan(): never {
  throw new Error('there is nothing to plan')
}

async function applied(
  engine: RestoreEngine,
  make: () => Promise<Plan>
): Promise<{ state: string; operation: string }> {
  try {
    const plan = await make()
    const result = await engine.apply(plan.planId, plan.digest, insisting(plan), quietly)
    return { state: result.state, operation: result.operationId }
  } catch (error) {
    if (error instanceof ExpectedFailure) return { state: error.failure.code, operation: '' }
    throw error
  }
}

/** All that Reprise has of the states before and after its changes. */
export interface Kept {
  /** SHA-256 of every blob of the vault; each was read back whole. */
  readonly hashes: ReadonlySet<string>
  /** Whether some blob holds this text. */
  holds(text: string): boolean
  /** Of each operation that was done: what every step replaced, which must be in the vault. */
  readonly replaced: readonly string[]
}

export async function keptBy(ownFolder: string): Promise<Kept> {
  const vault = new Vault(diskGateway, ownFolder)
  const blobs = new Map<string, Buffer>()
  for (const sha256 of await vault.blobs.names()) blobs.set(sha256, await vault.blobs.get(sha256))
  const journals = await new Journals(diskGateway, ownFolder).readAll()
  const done = journals.filter(({ entries }) =>
    entries.some((entry) => entry.type === 'ended' && entry.state === 'done')
  )
  const replaced = done.flatMap(({ record }) => record?.steps.map(({ before }) => before.sha256) ?? [])
  return {
    hashes: new Set(blobs.keys()),
    holds: (text) => [...blobs.values()].some((bytes) => bytes.includes(text)),
    replaced: replaced.filter((sha256) => sha256 !== null)
  }
}
