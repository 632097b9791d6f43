import { existsSync, readFileSync } from 'node:fs'

/** The tallies that the tests wrote down (`src/main/service/restore/testing/crash-tally.ts`), in order of kind. */
export function readTallies(file) {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  const tallies = lines.filter((line) => line !== '').map((line) => JSON.parse(line))
  return tallies.sort((a, b) => `${a.by} ${a.what}`.localeCompare(`${b.by} ${b.what}`))
}

/** A table in Markdown, which reads well in a terminal too. */
export function tableOf(tallies) {
  const heads = ['kind', 'by', 'points tried', 'of', 'sound', 'lost']
  const rows = tallies.map(({ what, by, tried, of, sound, lost }) => [what, by, tried, of, sound, lost].map(String))
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at].length)))
  const line = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

export function totalOf(tallies) {
  const sum = (name) => tallies.reduce((total, tally) => total + tally[name], 0)
  return `${sum('tried')} points tried, ${sum('sound')} ended sound, ${sum('lost')} lost`
}
