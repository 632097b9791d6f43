import { asList, asNumber, asObject, asText, isObject, parseIfJson } from '../../json-access'

/** What the answer to a call says, as the model got it. */
export interface CallOutput {
  readonly text: string
  readonly exitCode: number | null
  readonly durationMs: number | null
  /** The command goes on after this answer. */
  readonly stillRuns: boolean
  /** Only where the answer itself says whether it worked. */
  readonly success: boolean | null
}

/** Reads the `output` of any era: a text with a header, a JSON text with metadata, or a list of parts. */
export function callOutput(output: unknown): CallOutput {
  if (typeof output === 'string') return fromText(output)
  if (isObject(output) && output.content !== undefined) {
    return { ...callOutput(output.content), success: typeof output.success === 'boolean' ? output.success : null }
  }
  const text = asList(output).flatMap((part) => asText(asObject(part).text) ?? [])
  return { ...nothing, text: text.join('\n') }
}

const nothing: CallOutput = { text: '', exitCode: null, durationMs: null, stillRuns: false, success: null }

/** The header stands before `Output:`; nothing is looked for behind it, since that is what the command said. */
function fromText(output: string): CallOutput {
  const value = output.startsWith('{') && output.length < 4_000_000 ? parseIfJson(output) : null
  if (isObject(value) && typeof value.output === 'string') return fromMetadata(value.output, asObject(value.metadata))
  const header = /^(?:[A-Z][^\n:]*(?::| )[^\n]*\n){1,8}?Output:\n/.exec(output.slice(0, 1000))?.[0]
  if (header === undefined) return { ...nothing, text: output }
  const code = /^(?:Process exited with code|Exit code:) (-?\d+)$/m.exec(header)?.[1]
  const seconds = /^Wall time: ([\d.]+) seconds$/m.exec(header)?.[1]
  return {
    text: output.slice(header.length),
    exitCode: code === undefined ? null : Number(code),
    durationMs: seconds === undefined ? null : Math.round(Number(seconds) * 1000),
    stillRuns: code === undefined && /^Process running with session ID/m.test(header),
    success: null
  }
}

function fromMetadata(text: string, metadata: Readonly<Record<string, unknown>>): CallOutput {
  const seconds = asNumber(metadata.duration_seconds)
  return {
    ...nothing,
    text,
    exitCode: asNumber(metadata.exit_code),
    durationMs: seconds === null ? null : Math.round(seconds * 1000)
  }
}
