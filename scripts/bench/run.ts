import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type SampleAgent, sampleAgents } from '../samples/make-homes.ts'
import { claudeRows } from './claude-rows.ts'
import { comparingRows } from './comparing.ts'
import { type Row, reached } from './measure.ts'
import { restoringRows } from './restoring.ts'
import { type BenchOptions, rowsOf, windowRows } from './rows.ts'
import { markdownTable } from './table.ts'

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: [...sampleAgents, 'claude-code'].join(',') },
    /** Share of the homes of Claude Code. */
    scale: { type: 'string', default: '1' },
    sessions: { type: 'string', default: '10000' },
    big: { type: 'string', default: '100' },
    runs: { type: 'string', default: '3' },
    /** Leaves out what needs Electron. */
    'no-window': { type: 'boolean', default: false },
    /** Puts the table into docs/performance.md. */
    docs: { type: 'boolean', default: false }
  }
})

const root = join(import.meta.dirname, '..', '..')
const result = join(root, 'out', 'bench.json')
const page = join(root, 'docs', 'performance.md')

function isAgent(name: string): name is SampleAgent {
  return (sampleAgents as readonly string[]).includes(name)
}

/** Replaces what stands between the two marks of the page. */
function writePage(table: string, about: string): void {
  const text = readFileSync(page, 'utf8')
  const [start, end] = ['<!-- bench:start -->', '<!-- bench:end -->']
  const before = text.slice(0, text.indexOf(start) + start.length)
  writeFileSync(page, `${before}\n${about}\n\n${table}\n${text.slice(text.indexOf(end))}`)
}

const about = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()}) under a load of ${loadavg()[0]?.toFixed(1)} from other work, Node ${process.versions.node}, ${values.sessions} sessions of each agent, one session of ${values.big} MB each, median of ${values.runs}.`
const options: BenchOptions = {
  cache: join(root, '.cache', 'bench'),
  sessions: Number(values.sessions),
  big: Number(values.big),
  runs: Number(values.runs),
  say: (line) => process.stderr.write(`bench: ${line} …\n`)
}
const rows: Row[] = []
for (const agent of values.agents.split(',').filter(isAgent)) rows.push(...(await rowsOf(agent, options)))
if (values.agents.split(',').includes('claude-code'))
  rows.push(...(await claudeRows({ ...options, scale: Number(values.scale) })))
options.say('restore of many files')
rows.push(...(await restoringRows(options.runs)))
options.say('comparing two long sessions')
rows.push(...(await comparingRows(options.runs)))
if (!values['no-window']) rows.push(...(await windowRows(options)))
const table = markdownTable(rows)
process.stdout.write(`${about}\n\n${table}\n`)
mkdirSync(dirname(result), { recursive: true })
writeFileSync(result, JSON.stringify({ about, rows: rows.map((row) => ({ ...row, reached: reached(row) })) }, null, 2))
if (values.docs) writePage(table, about)
