/** What is said of one kind of mending. */
export interface FixWords {
  readonly title: string
  /** What an agent makes of the damage. */
  readonly why: string
  readonly findings: readonly string[]
  /** What is not there any more afterwards, of so many bytes. */
  loses?(bytes: number): string
}

const stops = 'An agent that reads the file strictly stops here, or leaves out what follows.'

/** Kinds of `lineEdits`. */
export const lineFixes: Readonly<Record<string, FixWords>> = {
  nul: {
    title: 'Take out blocks of NUL bytes that a crash left',
    why: stops,
    findings: ['record.unreadable.nul']
  },
  fragment: {
    title: 'Take out pieces of records that are not whole',
    why: stops,
    findings: ['record.unreadable.syntax'],
    loses: (bytes) => `${bytes} bytes of records that are not whole`
  },
  torn: {
    title: 'Take out the last line, which was never finished',
    why: 'The agent would write its next record behind it, on the same line.',
    findings: ['record.unfinished'],
    loses: (bytes) => `${bytes} bytes of a last line that is not whole`
  },
  glued: {
    title: 'Put every record on a line of its own',
    why: stops,
    findings: ['record.recovered']
  },
  control: {
    title: 'Escape bare line feeds and control characters within texts',
    why: stops,
    findings: ['record.recovered']
  },
  encoding: {
    title: 'Put replacement characters where bytes are no UTF-8',
    why: 'An agent that takes only UTF-8 does not read the record, or the whole file.',
    findings: ['record.encoding'],
    loses: () => 'bytes that are no UTF-8'
  },
  mark: {
    title: 'Take out a byte order mark',
    why: 'A strict parser does not take what begins with it.',
    findings: []
  },
  surrogate: {
    title: 'Put replacement characters where half of a surrogate pair stands alone',
    why: 'Such a text cannot be sent to a model, and some parsers refuse the record.',
    findings: []
  },
  rest: {
    title: 'Take out what stands behind the end of the document',
    why: 'A parser takes the whole file or nothing.',
    findings: [],
    loses: (bytes) => `${bytes} bytes behind the end of the document`
  },
  unended: {
    title: 'End the last line',
    why: 'The agent would write its next record behind it, on the same line.',
    findings: []
  }
}
