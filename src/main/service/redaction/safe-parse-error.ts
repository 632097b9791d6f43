/** Where a parser stopped. Lines and columns count from 1, the offset from 0; null where the parser does not say. */
export interface ParsePosition {
  readonly line: number | null
  readonly column: number | null
  readonly offset: number | null
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** The end of V8's message is its own; what stands before may quote the source, so nothing else of it is looked at. */
function positionOfJson(message: string): ParsePosition {
  const end = /in JSON at position (\d{1,12})(?: \(line (\d{1,12}) column (\d{1,12})\))?$/.exec(message)
  return {
    offset: end ? Number(end[1]) : null,
    line: end?.[2] ? Number(end[2]) : null,
    column: end?.[3] ? Number(end[3]) : null
  }
}

/**
 * What of a parser's error may be shown: its position, never its message. The messages of `yaml`, `smol-toml` and `JSON.parse` all
 * quote the line that they stopped at, and that line may be a key.
 */
export function safeParseError(error: unknown): ParsePosition {
  const linePos = property(error, 'linePos')
  const first: unknown = Array.isArray(linePos) ? linePos[0] : undefined
  if (first !== undefined) {
    const pos = property(error, 'pos')
    return {
      line: count(property(first, 'line')),
      column: count(property(first, 'col')),
      offset: count(Array.isArray(pos) ? pos[0] : undefined)
    }
  }
  if (count(property(error, 'line')) !== null) {
    return { line: count(property(error, 'line')), column: count(property(error, 'column')), offset: null }
  }
  return error instanceof SyntaxError ? positionOfJson(error.message) : { line: null, column: null, offset: null }
}

/** `line 3, column 9`, `byte 120`, or an empty text. */
export function formatPosition(position: ParsePosition): string {
  if (position.line !== null)
    return position.column === null ? `line ${position.line}` : `line ${position.line}, column ${position.column}`
  return position.offset === null ? '' : `byte ${position.offset}`
}
