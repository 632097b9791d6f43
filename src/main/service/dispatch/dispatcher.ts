import { contract, type OperationName } from '@shared/ipc/contract'
import type { Envelope } from '@shared/ipc/envelope'
import { ExpectedFailure, type Failure } from '@shared/ipc/errors'
import type { z } from 'zod'
import { maskAnswer, maskWords } from '../redaction/mask-answer'
import { jsonBytes, largestAnswer } from '../transcripts/answer-size'
import type { CallContext, HandlerTable, ServiceOperation } from './handler'
import { systemFailure } from './system-failure'
import { throttledProgress } from './throttled-progress'

/** Told about bugs, with the trace id that the caller got. Never gets an input or an answer. */
export type ReportBug = (bug: { readonly op: string; readonly traceId: string; readonly error: unknown }) => void

export interface DispatcherOptions {
  readonly handlers: HandlerTable
  /** Parse every answer, too: in development and tests. */
  readonly checkOutput: boolean
  readonly reportBug: ReportBug
}

export type Dispatch = (op: string, input: unknown, context: CallContext) => Promise<Envelope<unknown>>

/** Whether answers are checked in this process. */
export function checksOutput(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.REPRISE_CHECK_OUTPUT === '1' || env.NODE_ENV === 'development' || env.NODE_ENV === 'test'
}

function isServiceOperation(op: string): op is ServiceOperation {
  return Object.hasOwn(contract, op) && contract[op as OperationName].by === 'service'
}

/** What was wrong with an input: places and rules, never the values. */
function badInput(op: string, error: z.ZodError): Failure {
  const issues = error.issues.slice(0, 10).map((issue) => `${issue.path.join('.') || 'input'}: ${ruleOf(issue)}`)
  return {
    code: 'bad.input',
    message: `The request ${op} is not as it should be: ${issues.join('; ')}.`,
    data: { issues }
  }
}

/** A rule in words where a person may have met it, such as a label that is too long. */
function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big') return `at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`
  if (issue.code === 'too_small') return `at least ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''}`
  return issue.code
}

/** The one door to the service: parses what comes in, calls the handler, and makes every outcome an envelope. Never rejects. */
export function createDispatcher({ handlers, checkOutput, reportBug }: DispatcherOptions): Dispatch {
  return async (op, input, context) => {
    const { traceId } = context
    const failed = (error: Failure): Envelope<never> => ({ ok: false, error: maskWords(error) as Failure, traceId })
    const bug = (error: unknown): Envelope<never> => {
      reportBug({ op, traceId, error })
      return failed({
        code: 'internal',
        message: 'Something went wrong in Reprise.',
        advice: `The log has details under ${traceId}.`
      })
    }
    if (!isServiceOperation(op)) return failed({ code: 'bad.input', message: 'There is no such request.' })
    const spec = contract[op]
    const parsed = spec.input.safeParse(input)
    if (!parsed.success) return failed(badInput(op, parsed.error))
    const progress = throttledProgress((value) => context.progress(maskWords(value) as typeof value))
    try {
      context.signal.throwIfAborted()
      const handler = handlers[op] as (input: unknown, context: CallContext) => unknown
      const value = maskAnswer(op, await handler(parsed.data, { ...context, progress: progress.report }))
      progress.flush()
      if (checkOutput) checkAnswer(op, spec.output, value)
      return { ok: true, value, traceId }
    } catch (error) {
      if (!(error instanceof ExpectedFailure)) {
        if (context.signal.aborted) return failed({ code: 'cancelled', message: 'It was cancelled.' })
        const io = systemFailure(error)
        return io ? failed(io) : bug(error)
      }
      const declared = (spec.errors as readonly string[]).includes(error.failure.code)
      if (checkOutput && !declared)
        return bug(new Error(`${op} answered with ${error.failure.code}, which it does not declare`))
      return failed(error.failure)
    }
  }
}

function checkAnswer(op: string, schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    const issues = parsed.error.issues.slice(0, 10).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The answer of ${op} does not fit the contract: ${issues.join('; ')}`)
  }
  const bytes = jsonBytes(value)
  if (bytes > largestAnswer) throw new Error(`The answer of ${op} has ${bytes} bytes, more than one message may have`)
}
