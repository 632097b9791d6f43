import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { a3sScenarios } from './a3s-scenarios.ts'
import { a3sBundle } from './bundle-a3s.ts'
import { tactBundle } from './bundle-tact.ts'
import { notRun, type Outcome } from './outcome.ts'
import { claudeCode } from './programs/claude-code.ts'
import { codex } from './programs/codex.ts'
import { gemini } from './programs/gemini.ts'
import { installed } from './programs/install.ts'
import type { Kind } from './programs/kind.ts'
import { opencode } from './programs/opencode.ts'
import { codingScenarios } from './scenarios/coding-scenarios.ts'
import { putIntoPage, type Tried, tableOf } from './table.ts'
import { tactScenarios } from './tact-scenarios.ts'
import { type Built, buildA3sChecker, buildTact, runFolder, terminalTool } from './toolchain.ts'

interface Agent {
  readonly agent: string
  get(): Built
  run(program: string): Promise<Outcome[]>
}

const withTerminal = (get: () => Built) => () =>
  terminalTool() === null ? { missing: '`script` of util-linux is not installed' } : get()

/** Homes of programs that are not built here lie outside of the person's own home, whose files they would look at. */
const apart = (agent: string) => mkdtempSync(join(realpathSync(tmpdir()), `reprise-real-${agent}-`))

const installable = (kind: Kind): Agent => ({
  agent: kind.agent,
  get: withTerminal(() => installed(kind)),
  run: (program) => codingScenarios(kind, program, apart(kind.agent))
})

type Scenarios = (program: string, folder: string) => Promise<Outcome[]>

/** The scenarios one after the other, below one new folder of the cache. */
const inOneFolder =
  (agent: string, ...all: readonly Scenarios[]) =>
  async (program: string): Promise<Outcome[]> => {
    const folder = runFolder()
    const outcomes: Outcome[] = []
    for (const run of all) outcomes.push(...(await run(program, join(folder, `${agent}-${outcomes.length}`))))
    return outcomes
  }

const agents: readonly Agent[] = [
  { agent: 'a3s', get: buildA3sChecker, run: inOneFolder('a3s', a3sScenarios, a3sBundle) },
  { agent: 'tact', get: withTerminal(buildTact), run: inOneFolder('tact', tactScenarios, tactBundle) },
  ...[claudeCode, codex, gemini, opencode].map(installable)
]

const { values } = parseArgs({
  options: {
    /** Names with commas between them; without it all. */
    agents: { type: 'string' },
    /** Puts the table into docs/real-agents.md; rows of agents that were not asked for stay. */
    docs: { type: 'boolean', default: false }
  }
})

const names = agents.map(({ agent }) => agent)
const asked = values.agents?.split(',') ?? names
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no agent "${unknown.join(', ')}"; there are ${names.join(', ')}.\n`)
  process.exit(2)
}

async function tried({ agent, get, run }: Agent): Promise<Tried> {
  const built = get()
  if ('missing' in built) return { agent, program: '', outcomes: [notRun(agent, 'all', built.missing)] }
  process.stdout.write(`${agent}: ${built.version} …\n`)
  return { agent, program: built.version, outcomes: await run(built.program) }
}

const all: Tried[] = []
for (const agent of agents.filter((each) => asked.includes(each.agent))) all.push(await tried(agent))

const outcomes = all.flatMap((each) => each.outcomes)
const count = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state).length
const date = new Date().toISOString().slice(0, 10)

process.stdout.write(`\n${tableOf(all, date)}\n\n`)
for (const { agent, what, detail } of outcomes.filter(({ state }) => state === 'failed'))
  process.stdout.write(`${agent}, ${what}:\n${detail}\n\n`)
process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run\n`)
if (values.docs) {
  const page = join(import.meta.dirname, '..', '..', 'docs', 'real-agents.md')
  writeFileSync(page, putIntoPage(readFileSync(page, 'utf8'), names, all, date))
}
process.exitCode = count('failed') === 0 ? 0 : 1
