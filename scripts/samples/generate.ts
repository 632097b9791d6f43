import { parseArgs } from 'node:util'
import { makeHomes, type SampleAgent, sampleAgents } from './make-homes.ts'

const usage = `Writes a home folder with invented sessions of the agents.

  node scripts/samples/generate.ts --out DIR [--agents gestura,tact,a3s] [--sessions N] [--big MB] [--now TIME] [--seed N] [--damaged]

TIME is an ISO date or Unix milliseconds; the same TIME and seed give the same bytes.
`

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    agents: { type: 'string', default: sampleAgents.join(',') },
    sessions: { type: 'string', default: '14' },
    big: { type: 'string' },
    now: { type: 'string' },
    seed: { type: 'string', default: '1' },
    damaged: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
})

function timeOf(text: string): number {
  const time = /^\d+$/.test(text) ? Number(text) : Date.parse(text)
  if (Number.isNaN(time)) throw new Error(`--now ${text} is neither a date nor a number of milliseconds.`)
  return time
}

function agentsOf(text: string): SampleAgent[] {
  return text.split(',').map((name) => {
    const agent = sampleAgents.find((known) => known === name.trim())
    if (!agent) throw new Error(`--agents ${name}: known are ${sampleAgents.join(', ')}.`)
    return agent
  })
}

if (values.help || !values.out) {
  process.stdout.write(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  const made = makeHomes({
    out: values.out,
    agents: agentsOf(values.agents),
    sessions: Number(values.sessions),
    seed: Number(values.seed),
    damaged: values.damaged,
    ...(values.big ? { big: Number(values.big) } : {}),
    ...(values.now ? { now: timeOf(values.now) } : {})
  })
  const counts = sampleAgents.map((agent) => `${agent} ${made.sessions[agent].length}`).join(', ')
  process.stdout.write(`${values.out}: ${counts} sessions\n`)
}
