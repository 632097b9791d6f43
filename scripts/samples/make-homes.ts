import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from './random.ts'
import { bakerySite } from './stories/bakery-site.ts'
import { projects, storiesFor } from './stories/sample-stories.ts'
import { smallStory } from './stories/small-stories.ts'
import { tideTables } from './stories/tide-tables.ts'
import { A3sWriter } from './write-a3s.ts'
import { GesturaWriter } from './write-gestura.ts'
import { TactWriter } from './write-tact.ts'

export type SampleAgent = 'gestura' | 'tact' | 'a3s'
export const sampleAgents: readonly SampleAgent[] = ['gestura', 'tact', 'a3s']

export interface SampleOptions {
  /** The home folder; it must be empty or not there yet. */
  readonly out: string
  readonly agents?: readonly SampleAgent[]
  /** Sessions of each agent. */
  readonly sessions?: number
  /** Megabytes of one more session of each agent; none when left out. */
  readonly big?: number
  /** "Now" in Unix ms: ages count back from it. The same number and seed give the same bytes. */
  readonly now?: number
  readonly seed?: number
  /** One session of gestura that was cut off while it was written. */
  readonly damaged?: boolean
}

/** What was written, so that a test or a benchmark knows what to expect. */
export interface SampleHomes {
  readonly sessions: Readonly<Record<SampleAgent, readonly string[]>>
  readonly big: Readonly<Partial<Record<SampleAgent, string>>>
}

const writers = { gestura: GesturaWriter, tact: TactWriter, a3s: A3sWriter } as const

/** Writes a home folder with sessions of the agents, in their own formats. Everything in it is invented. */
export function makeHomes(options: SampleOptions): SampleHomes {
  const now = options.now ?? Date.UTC(2026, 10, 29, 15, 0, 0)
  const seed = options.seed ?? 1
  const sessions: Record<SampleAgent, string[]> = { gestura: [], tact: [], a3s: [] }
  const big: Partial<Record<SampleAgent, string>> = {}
  for (const project of projects) mkdirSync(join(options.out, 'projects', project), { recursive: true })
  for (const agent of options.agents ?? sampleAgents) {
    const random = createRandom(seed * 31 + sampleAgents.indexOf(agent))
    const writer = new writers[agent](options.out, random, now)
    for (const story of storiesFor(agent, options.sessions ?? 14, random)) sessions[agent].push(writer.write(story))
    if (options.big) {
      const turns = [...tideTables, ...bakerySite].flatMap((story) => story.turns)
      big[agent] = writer.writeBig({ project: 'trail-map', minutesAgo: 1, turns }, options.big * 1_000_000)
    }
    if (writer instanceof GesturaWriter && options.damaged) writer.damage(smallStory(random, 'trail-map', 60 * 44, 3))
    if (writer instanceof TactWriter) writer.close()
  }
  return { sessions, big }
}
