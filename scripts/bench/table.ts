import { type Row, reached } from './measure.ts'

function number(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

function ratio(row: Row): string {
  return row.floor === 0 ? '' : `${number(row.measured / row.floor)}x`
}

function verdict(row: Row): string {
  const answer = reached(row)
  return answer === null ? '' : answer ? 'yes' : '**no**'
}

/** The rows as a Markdown table: what was measured, its floor, the ratio, and whether the goal is reached. */
export function markdownTable(rows: readonly Row[]): string {
  const head = ['what', 'measured', 'floor', 'ratio', 'goal', 'reached', 'note']
  const body = rows.map((row) => [
    row.name,
    `${number(row.measured)} ${row.unit}`,
    row.floor === 0 ? row.floorName : `${number(row.floor)} ${row.unit} (${row.floorName})`,
    ratio(row),
    row.goal === null ? '' : row.floor === 0 ? String(row.goal) : `${row.goal}x`,
    verdict(row),
    row.note
  ])
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
