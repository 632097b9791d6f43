import { randomUUID } from 'node:crypto'
import { contract, type OperationName } from '@shared/ipc/contract'
import type { Envelope } from '@shared/ipc/envelope'
import { ExpectedFailure, type Failure } from '@shared/ipc/errors'
import { type Log, withoutContents } from './log'
import type { Request } from './service-requests'

export type ShellHandlers = Partial<Record<OperationName, (input: never) => unknown>>

export interface RouterOptions {
  readonly handlers: ShellHandlers
  readonly log: Log
  /** Why a job of the page is refused before anybody else hears of it; null where it is not. */
  readonly refusal?: (name: OperationName, input: unknown) => Failure | null
  askService(call: { op: string; input: unknown; traceId: string }, onProgress?: (progress: unknown) => void): Request
}

const failure = (traceId: string, error: Failure): Envelope<never> => ({ ok: false, traceId, error })

const isOperation = (name: unknown): name is OperationName => typeof name === 'string' && Object.hasOwn(contract, name)

/**
 * What the line to the service, which is JSON, makes of an input; undefined where it has no such form (a cycle, a BigInt). A missing input
 * becomes null: left out, the message would be none, and nobody would answer it.
 */
function asPlain(input: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(input ?? null))
  } catch {
    return undefined
  }
}

/** Sends each operation of the page to whoever answers it, under a trace id that the logs and the answer share. */
export class OperationRouter {
  private readonly options: RouterOptions
  private readonly jobs = new Map<number, Request>()

  constructor(options: RouterOptions) {
    this.options = options
  }

  call(name: unknown, input: unknown): Promise<Envelope<unknown>> {
    const traceId = randomUUID()
    if (!isOperation(name) || contract[name].kind === 'job') return Promise.resolve(this.unknown(traceId, name))
    if (contract[name].by === 'shell') return this.inShell(name, input, traceId)
    const plain = asPlain(input)
    if (plain === undefined) return Promise.resolve(this.noJson(traceId, name))
    return this.options.askService({ op: name, input: plain, traceId }).result
  }

  async run(job: number, name: unknown, input: unknown, onProgress: (progress: unknown) => void) {
    const traceId = randomUUID()
    if (!isOperation(name) || contract[name].kind !== 'job' || this.jobs.has(job)) return this.unknown(traceId, name)
    const plain = asPlain(input)
    if (plain === undefined) return this.noJson(traceId, name)
    const refused = this.options.refusal?.(name, plain) ?? null
    if (refused !== null) return failure(traceId, refused)
    const request = this.options.askService({ op: name, input: plain, traceId }, onProgress)
    this.jobs.set(job, request)
    try {
      return await request.result
    } finally {
      this.jobs.delete(job)
    }
  }

  cancel(job: number): void {
    this.jobs.get(job)?.cancel()
  }

  /** The page was loaded anew and counts from one again. Its jobs go on: a restore is not stopped by a reload. */
  forgetPage(): void {
    this.jobs.clear()
  }

  private async inShell(name: OperationName, input: unknown, traceId: string): Promise<Envelope<unknown>> {
    const parsed = contract[name].input.safeParse(input)
    if (!parsed.success) return failure(traceId, { code: 'bad.input', message: `Not the input of ${name}.` })
    try {
      const handler = this.options.handlers[name]
      if (!handler) throw new Error(`nobody answers ${name}`)
      const value = contract[name].output.parse(await handler(parsed.data as never))
      return { ok: true, value, traceId }
    } catch (error) {
      if (error instanceof ExpectedFailure) return failure(traceId, error.failure)
      this.options.log.error(
        `shell: ${name} failed, trace ${traceId}: ${error instanceof Error ? withoutContents(error.stack ?? '') : 'unknown'}`
      )
      return failure(traceId, { code: 'internal', message: `${name} failed. The log has it under ${traceId}.` })
    }
  }

  private noJson(traceId: string, name: OperationName): Envelope<never> {
    return failure(traceId, { code: 'bad.input', message: `The input of ${name} has no JSON form.` })
  }

  private unknown(traceId: string, name: unknown): Envelope<never> {
    this.options.log.warn(`page: asked for an unknown operation, trace ${traceId}`)
    return failure(traceId, { code: 'bad.input', message: `There is no such operation: ${String(name).slice(0, 80)}` })
  }
}
