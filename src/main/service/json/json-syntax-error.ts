/** What is wrong with a text that is no JSON document. Carries places, never content. */
export class JsonSyntaxError extends Error {
  readonly problem: string
  /** In UTF-16 units from the start of the text. */
  readonly offset: number
  readonly line: number
  readonly column: number

  constructor(problem: string, text: string, offset: number) {
    const before = text.slice(0, offset)
    const line = before.split('\n').length
    const column = offset - (before.lastIndexOf('\n') + 1) + 1
    super(`${problem} at line ${line}, column ${column}`)
    this.name = 'JsonSyntaxError'
    this.problem = problem
    this.offset = offset
    this.line = line
    this.column = column
  }
}
