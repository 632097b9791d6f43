import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SampleAgent } from '../samples/make-homes.ts'
import { type Corpus, corpus } from './corpora.ts'
import { firstListing, type Listing, type Restart, restarts } from './listing.ts'
import { Floor, type FloorResult, type Row } from './measure.ts'
import { type Opening, openings } from './opening.ts'
import { paintings } from './painting.ts'

export interface BenchOptions {
  readonly cache: string
  readonly sessions: number
  readonly big: number
  readonly runs: number
  readonly say: (line: string) => void
}

const megabyte = 1_000_000
const rounded = (bytes: number) => `${(bytes / megabyte).toFixed(0)} MB`

/** What a listing has to read at least: the documents that a scan looks into, or the database. */
function storePaths(agent: SampleAgent, home: string): string[] {
  const paths = {
    gestura: [join(home, '.gestura', 'agent_sessions'), join(home, '.gestura', 'checkpoints')],
    tact: [join(home, '.tact', 'sessions', 'v2.sqlite3')],
    a3s: [join(home, '.a3s', 'code-web', 'sessions', 'v1')]
  }
  return paths[agent].filter((path) => existsSync(path))
}

function bigPath(agent: SampleAgent, home: string, id: string): string {
  if (agent === 'gestura') return join(home, '.gestura', 'agent_sessions', `${id}.json`)
  if (agent === 'a3s') {
    const name = `id_${Buffer.from(id).toString('base64url')}.json`
    return join(home, '.a3s', 'code-web', 'sessions', 'v1', 'sessions', name)
  }
  return join(home, '.tact', 'sessions', 'v2.sqlite3')
}

function listingRows(agent: SampleAgent, listing: Listing, floor: FloorResult): Row[] {
  const floorName = agent === 'tact' ? 'reading and parsing every record' : 'reading and parsing every document'
  const goal = agent === 'tact' ? 0.2 : 1.2
  const common = { floor: floor.milliseconds, floorName, unit: 'ms' as const }
  return [
    {
      name: `${agent}: start until the first row`,
      measured: listing.firstRow,
      goal: null,
      ...common,
      note: `ready after ${listing.ready.toFixed(0)} ms`
    },
    {
      name: `${agent}: start until all ${listing.total} are listed`,
      measured: listing.allListed,
      goal,
      ...common,
      note: `${floor.units} units, ${rounded(floor.bytes)}; ${processorNote(listing, floor)}; slowest request meanwhile ${listing.slowestRequest.toFixed(0)} ms`
    }
  ]
}

/** All threads together, so that it stays comparable where they do not get a core each. */
function processorNote({ processor }: Listing, floor: FloorResult): string {
  if (processor === 0) return 'processor time unknown'
  return `processor time ${processor.toFixed(0)} ms, ${(processor / floor.processor).toFixed(1)}x`
}

function restartRows(agent: SampleAgent, restart: Restart, floor: FloorResult): Row[] {
  const floorName = `stat of the same ${floor.units} files`
  return [
    {
      name: `${agent}: restart, nothing changed`,
      measured: restart.allListed - restart.ready,
      floor: floor.milliseconds,
      floorName,
      goal: 2,
      unit: 'ms',
      note: `from ready on; first row ${(restart.firstRow - restart.ready).toFixed(0)} ms`
    },
    {
      name: `${agent}: scan again, nothing changed`,
      measured: restart.scan,
      floor: floor.milliseconds,
      floorName,
      goal: 2,
      unit: 'ms',
      note: `${restart.unchanged} unchanged`
    },
    {
      name: `${agent}: parsed by that scan`,
      measured: restart.parsed,
      floor: 0,
      floorName: 'none',
      goal: 0,
      unit: 'files',
      note: ''
    },
    ...idleRows(agent, restart)
  ]
}

function idleRows(agent: SampleAgent, { idle, total }: Restart): Row[] {
  if (idle === null) return []
  const common = { floor: 0, floorName: 'none', goal: 0.5, unit: '% of a core' as const }
  return [{ name: `${agent}: idle, ${total} sessions watched`, measured: idle, ...common, note: 'over ten seconds' }]
}

function openingRows(agent: SampleAgent, opening: Opening, floor: FloorResult, bytes: number): Row[] {
  const tail = agent === 'tact'
  return [
    {
      name: `${agent}: first screen of the session of ${rounded(bytes)}`,
      measured: opening.firstScreen,
      floor: floor.milliseconds,
      floorName: tail ? 'reading the last 1 MB and parsing as much' : 'reading and parsing that file',
      goal: tail ? 3 : 1.3,
      unit: 'ms',
      note: `again ${opening.again.toFixed(0)} ms; other requests at most ${opening.slowestRequest.toFixed(0)} ms; answer ${(opening.answerBytes / 1000).toFixed(0)} kB`
    },
    {
      name: `${agent}: memory for it`,
      measured: opening.growth / megabyte,
      floor: bytes / megabyte,
      floorName: 'size of the session',
      goal: null,
      unit: 'MB',
      note: `at most ${rounded(opening.peak)} in the process${tail ? '; budget 50 MB' : ''}`
    }
  ]
}

/** The window itself: how soon a list that is known shows. */
export async function windowRows({ cache, sessions, runs, say }: BenchOptions): Promise<Row[]> {
  say(`window: ${sessions} sessions known`)
  const painting = await paintings(corpus(cache, 'gestura', sessions, null), runs)
  return [
    {
      name: `first list painted, ${sessions} sessions known`,
      measured: painting.list,
      floor: painting.empty,
      floorName: 'the same Electron showing an empty page',
      goal: 1.3,
      unit: 'ms',
      note: ''
    }
  ]
}

/** All rows of one agent, measured one after the other. */
export async function rowsOf(agent: SampleAgent, options: BenchOptions): Promise<Row[]> {
  const { cache, sessions, big, runs, say } = options
  say(`${agent}: ${sessions} sessions`)
  const many: Corpus = corpus(cache, agent, sessions, null)
  const paths = storePaths(agent, many.home)
  const reading = new Floor(agent === 'tact' ? 'parseRows' : 'parseFiles', paths)
  const listing = await firstListing(many, runs, reading.again)
  const parse = reading.median
  const rows = listingRows(agent, listing, parse)
  rows.push({
    name: `${agent}: memory of the service`,
    measured: listing.memory / megabyte,
    floor: parse.bytes / megabyte,
    floorName: 'bytes in the store',
    goal: null,
    unit: 'MB',
    note: `at most ${rounded(listing.peak)}`
  })
  say(`${agent}: nothing changed`)
  const stat = new Floor('statFiles', paths)
  rows.push(...restartRows(agent, await restarts(many, runs, stat.again), stat.median))
  say(`${agent}: ten times the sessions`)
  const tenth = corpus(cache, agent, Math.max(1, Math.floor(sessions / 10)), null)
  const small = await firstListing(tenth, runs, () => undefined)
  rows.push({
    name: `${agent}: ten times the sessions`,
    measured: listing.allListed - listing.ready,
    floor: small.allListed - small.ready,
    floorName: `listing ${small.total}`,
    goal: 11,
    unit: 'ms',
    note: 'from ready on'
  })
  say(`${agent}: one session of ${big} MB`)
  const large = corpus(cache, agent, 20, big)
  const id = large.big[agent] ?? ''
  const path = bigPath(agent, large.home, id)
  const one = new Floor(agent === 'tact' ? 'parseTail' : 'parseFile', [path])
  const opening = await openings(large.home, id, runs, one.again)
  const bytes = agent === 'tact' ? big * megabyte : one.median.bytes
  rows.push(...openingRows(agent, opening, one.median, bytes))
  return rows
}
