import { join } from 'node:path'
import { appending } from './appending.ts'
import { type ClaudeCorpus, claudeCorpus } from './corpora.ts'
import { firstListing, restarts } from './listing.ts'
import { Floor, type Row } from './measure.ts'
import { openings } from './opening.ts'
import type { BenchOptions } from './rows.ts'

const megabyte = 1_000_000
const rounded = (bytes: number) => `${(bytes / megabyte).toFixed(0)} MB`
const none = { floor: 0, floorName: 'none' }

/** Nothing is asked of the rest of the machine: the budget of the service holds for every corpus. */
function memoryRow(name: string, peak: number): Row {
  return { name, measured: peak / megabyte, ...none, goal: 250, unit: 'MB', note: 'at most, whole service' }
}

async function manySessions(kind: 'c1' | 'c3', corpus: ClaudeCorpus, { runs, say }: BenchOptions): Promise<Row[]> {
  const title = `Claude Code, ${corpus.sessions} sessions of ${rounded(corpus.bytes)}`
  say(title)
  const projects = [join(corpus.home, '.claude', 'projects')]
  const reading = new Floor('parseLines', projects)
  const listing = await firstListing(corpus, runs, reading.again)
  const stat = new Floor('statLines', projects)
  const again = await restarts(corpus, runs, stat.again)
  const parsed = {
    floor: reading.median.milliseconds,
    floorName: 'reading and parsing every line',
    unit: 'ms' as const
  }
  const looked = {
    floor: stat.median.milliseconds,
    floorName: `stat of ${stat.median.units} files`,
    unit: 'ms' as const
  }
  const work = `processor time ${listing.processor.toFixed(0)} ms, ${(listing.processor / reading.median.processor).toFixed(2)}x`
  return [
    {
      name: `${title}: first row`,
      measured: listing.firstRow,
      ...parsed,
      goal: null,
      note: `ready after ${listing.ready.toFixed(0)} ms`
    },
    { name: `${kind}: all ${listing.total} listed`, measured: listing.allListed, ...parsed, goal: 0.5, note: work },
    {
      name: `${kind}: restart, nothing changed`,
      measured: again.allListed - again.ready,
      ...looked,
      goal: 2,
      note: 'from ready on'
    },
    { name: `${kind}: scan again`, measured: again.scan, ...looked, goal: 2, note: `${again.unchanged} unchanged` },
    { name: `${kind}: parsed by that scan`, measured: again.parsed, ...none, goal: 0, unit: 'files', note: '' },
    memoryRow(`${kind}: memory`, listing.peak)
  ]
}

async function appendRows(kind: string, { home, largest }: ClaudeCorpus, runs: number): Promise<Row[]> {
  const { shown, read, processor, peak } = await appending(home, largest.path, largest.id, runs)
  const of = `a line appended to the session of ${rounded(largest.bytes)}`
  const counted =
    read === null
      ? []
      : [{ name: `${kind}: read for it`, measured: read / 1000, ...none, goal: null, unit: 'kB' as const, note: '' }]
  return [
    {
      name: `${kind}: ${of} shows`,
      measured: shown,
      ...none,
      goal: 300,
      unit: 'ms',
      note: `processor time ${processor.toFixed(0)} ms`
    },
    ...counted,
    memoryRow(`${kind}: memory while it is shown`, peak)
  ]
}

async function oneLargeSession(corpus: ClaudeCorpus, { runs, say }: BenchOptions): Promise<Row[]> {
  const { home, largest } = corpus
  say(`Claude Code, one session of ${rounded(largest.bytes)}`)
  const tail = new Floor('parseLastLines', [largest.path])
  const opening = await openings(home, largest.id, runs, tail.again)
  const { milliseconds } = tail.median
  return [
    {
      name: `c2: first screen of the session of ${rounded(largest.bytes)}`,
      measured: opening.firstScreen,
      floor: milliseconds,
      floorName: 'reading its last 1 MB and parsing it',
      goal: 3,
      unit: 'ms',
      note: `again ${opening.again.toFixed(0)} ms; other requests at most ${opening.slowestRequest.toFixed(0)} ms`
    },
    { name: 'c2: memory for it', measured: opening.growth / megabyte, ...none, goal: 50, unit: 'MB', note: '' }
  ]
}

/** The homes of somebody who has used Claude Code for long; `scale` below 1 measures a part of them. */
export async function claudeRows(options: BenchOptions & { readonly scale: number }): Promise<Row[]> {
  const { cache, scale, runs, say } = options
  const corpora = {
    c1: claudeCorpus(cache, 'c1', scale),
    c2: claudeCorpus(cache, 'c2', scale),
    c3: claudeCorpus(cache, 'c3', scale)
  }
  const rows = [
    ...(await manySessions('c1', corpora.c1, options)),
    ...(await oneLargeSession(corpora.c2, options)),
    ...(await manySessions('c3', corpora.c3, options))
  ]
  say('Claude Code, a line appended')
  return [...rows, ...(await appendRows('c3', corpora.c3, runs)), ...(await appendRows('c2', corpora.c2, runs))]
}
