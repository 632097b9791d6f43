import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { a3sScenarios } from './a3s-scenarios.ts'
import { notRun, type Outcome } from './outcome.ts'
import { tactScenarios } from './tact-scenarios.ts'
import { type Built, buildA3sChecker, buildTact, runFolder, terminalTool } from './toolchain.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    /** Puts the table into docs/real-agents.md. */
    docs: { type: 'boolean', default: false }
  }
})

const page = join(import.meta.dirname, '..', '..', 'docs', 'real-agents.md')

type Scenarios = (program: string, folder: string) => Promise<Outcome[]>

async function about(agent: string, build: () => Built, run: Scenarios): Promise<[Outcome[], string]> {
  if (values.only !== undefined && values.only !== agent) return [[notRun(agent, 'all', 'not asked for')], '']
  const built = build()
  if ('missing' in built) return [[notRun(agent, 'all', built.missing)], '']
  return [await run(built.program, join(runFolder(), agent)), built.version]
}

function tact(): Built {
  return terminalTool() === null ? { missing: '`script` of util-linux is not installed' } : buildTact()
}

function tableOf(outcomes: readonly Outcome[], versions: readonly string[]): string {
  const date = new Date().toISOString().slice(0, 10)
  const rows = outcomes.map(
    ({ agent, what, state, detail }) => `| ${agent} | ${what} | ${state} | ${oneLine(detail)} |`
  )
  const head = [`${date}, against ${versions.filter((each) => each !== '').join(' and ')}.`, '']
  return [...head, '| agent | what | outcome | detail |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function oneLine(text: string): string {
  return text.replaceAll('|', '/').replace(/\s+/g, ' ').slice(0, 200)
}

const [a3s, a3sVersion] = await about('a3s', buildA3sChecker, a3sScenarios)
const [ofTact, tactVersion] = await about('tact', tact, tactScenarios)
const outcomes = [...a3s, ...ofTact]
const count = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state).length

process.stdout.write(`\n${tableOf(outcomes, [a3sVersion, tactVersion])}\n\n`)
for (const { agent, what, detail } of outcomes.filter(({ state }) => state === 'failed'))
  process.stdout.write(`${agent}, ${what}:\n${detail}\n\n`)
process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run\n`)
if (values.docs) {
  const marked = /(<!-- agents:start -->\n)[\s\S]*(\n<!-- agents:end -->)/
  const text = readFileSync(page, 'utf8')
  writeFileSync(
    page,
    text.replace(marked, (_, start, end) => `${start}${tableOf(outcomes, [a3sVersion, tactVersion])}${end}`)
  )
}
process.exitCode = count('failed') === 0 ? 0 : 1
