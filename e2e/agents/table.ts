import type { Outcome } from './outcome.ts'

/** What was tried with one agent's program. */
export interface Tried {
  readonly agent: string
  /** Name and version of the program, or '' where it could not be had. */
  readonly program: string
  readonly outcomes: readonly Outcome[]
}

const marked = /(<!-- agents:start -->\n)([\s\S]*)(\n<!-- agents:end -->)/
const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const programsHead = [
  row('agent', 'program', 'on', 'passed', 'failed', 'not run'),
  '| --- | --- | --- | --- | --- | --- |'
]
const rowsHead = [row('agent', 'what', 'outcome', 'detail'), '| --- | --- | --- | --- |']

/** The rows of both tables, by agent. */
interface Rows {
  readonly agent: string
  readonly program: string
  readonly tried: readonly string[]
}

function rowsOf({ agent, program, outcomes }: Tried, date: string): Rows {
  const count = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state).length
  const counts = [count('passed'), count('failed'), count('not run')]
  return {
    agent,
    program: row(agent, program || 'none', date, ...counts),
    tried: outcomes.map(({ what, state, detail }) => row(agent, what, state, oneLine(detail)))
  }
}

const oneLine = (text: string): string => text.replaceAll('|', '/').replace(/\s+/g, ' ').slice(0, 200)

function written(rows: readonly Rows[]): string {
  const tried = rows.flatMap((each) => each.tried)
  return [...programsHead, ...rows.map(({ program }) => program), '', ...rowsHead, ...tried].join('\n')
}

export const tableOf = (tried: readonly Tried[], date: string): string =>
  written(tried.map((each) => rowsOf(each, date)))

/** Puts the tables into the text of the page; the rows of agents that were not tried this time stay. */
export function putIntoPage(page: string, order: readonly string[], tried: readonly Tried[], date: string): string {
  const lines = (marked.exec(page)?.[2] ?? '').split('\n')
  const rows = order.map((agent): Rows => {
    const now = tried.find((each) => each.agent === agent)
    if (now) return rowsOf(now, date)
    const [program = row(agent, 'none', 'never', 0, 0, 0), ...before] = lines.filter((line) =>
      line.startsWith(`| ${agent} |`)
    )
    return { agent, program, tried: before }
  })
  return page.replace(marked, (_, start, __, end) => `${start}${written(rows)}${end}`)
}
