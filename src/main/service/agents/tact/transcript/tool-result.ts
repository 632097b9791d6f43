import { asNumber, asText, isObject, type JsonObject, parseIfJson } from '../json-access'

/** Tools that run a shell or go on with one; their result has a shape of its own. */
export const shellTools: ReadonlySet<string> = new Set(['exec_command', 'write_stdin'])

/** What a `tool.result` says, whichever version wrote it. */
export interface ToolOutcome {
  readonly text: string
  readonly failed: boolean
  /** The shell that goes on running and has no exit code yet. */
  readonly runningShell: number | null
  readonly exitCode: number | null
}

/**
 * The value that is shown (format: "Tool calls", rule 4): shells give it as `structured_result` since 0.5.1 and only as
 * `result` before; a text that is JSON stands for its value.
 */
export function chosenResult(payload: JsonObject): unknown {
  const isShell = shellTools.has(asText(payload.tool) ?? '')
  const structured = payload.structured_result
  const value = isShell && structured !== undefined && structured !== null ? structured : (payload.result ?? structured)
  return typeof value === 'string' ? parseIfJson(value) : value
}

export function toolOutcome(payload: JsonObject): ToolOutcome {
  const tool = asText(payload.tool) ?? ''
  const status = asText(payload.status)
  const failed = status !== 'completed' && status !== 'success'
  const value = chosenResult(payload)
  if (!shellTools.has(tool)) {
    return { text: resultText(tool, payload.result ?? value), failed, runningShell: null, exitCode: null }
  }
  return shellOutcome(payload, value, failed)
}

function shellOutcome(payload: JsonObject, value: unknown, failed: boolean): ToolOutcome {
  if (!isObject(value)) return plainShellOutcome(payload, failed)
  const exitCode = asNumber(value.exit_code)
  const shell = asNumber(value.session_id)
  const hasError = value.error !== undefined && value.error !== null
  const runs = !failed && !hasError && exitCode === null && shell !== null
  const output = asText(value.output)
  const error = hasError ? resultText('', value.error) : ''
  return {
    text: output === null && error === '' ? resultText('', value) : [output ?? '', error].filter(Boolean).join('\n'),
    failed: failed || hasError || (!runs && exitCode !== 0),
    runningShell: runs ? shell : null,
    exitCode
  }
}

/** A shell's result as plain text: of 0.4 and 0.5.0, or of a call that was cancelled. */
function plainShellOutcome(payload: JsonObject, failed: boolean): ToolOutcome {
  const text = resultText('', payload.result ?? payload.structured_result)
  const exit = /^Process exited with code (-?\d+)$/m.exec(text)
  const running = /^Process running with session ID (\d+)$/m.exec(text)
  const exitCode = exit ? Number(exit[1]) : null
  const runs = !failed && exitCode === null && running !== null
  return {
    text,
    failed: failed || (!runs && exitCode !== 0),
    runningShell: runs ? Number(running?.[1]) : null,
    exitCode
  }
}

/** Any result value as text: content parts joined, everything else as JSON. */
export function resultText(tool: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return tool.startsWith('web__') ? withoutCitations(value) : value
  if (Array.isArray(value) && value.every(isObject)) {
    const texts = value.map((part) => asText(part.text))
    if (value.length > 0 && value.some((part) => asText(part.type)?.startsWith('input_'))) {
      const text = texts.filter((each) => each !== null).join('')
      return tool.startsWith('web__') ? withoutCitations(text) : text
    }
  }
  return JSON.stringify(value, null, 2)
}

/** Citation markers of web results stand between private-use characters and mean nothing outside the model. */
function withoutCitations(text: string): string {
  return text.replace(/\uE200[^\uE201]*\uE201/gu, '')
}

/** What the status header of a code cell says (format: "Tool calls", `exec`). */
export type CellStatus =
  | { readonly state: 'completed' | 'failed' | 'terminated' }
  | { readonly state: 'running'; readonly cell: string }

export function cellStatus(text: string): CellStatus | null {
  const match = /^Script (?:(completed|failed|terminated)|running with cell ID (\S+))/.exec(text)
  if (!match) return null
  if (match[2] !== undefined) return { state: 'running', cell: match[2] }
  return { state: match[1] as 'completed' | 'failed' | 'terminated' }
}
