import type { Random } from '../random.ts'
import type { Story } from '../story.ts'
import { bakerySite } from './bakery-site.ts'
import { ledger } from './ledger.ts'
import { orchard } from './orchard.ts'
import { smallStory } from './small-stories.ts'
import { tideTables } from './tide-tables.ts'

export const projects = [
  'tide-tables',
  'bakery-site',
  'ledger',
  'orchard-sensors',
  'choir-planner',
  'trail-map'
] as const

const written: Readonly<Record<'gestura' | 'tact' | 'a3s', readonly Story[]>> = {
  gestura: [...ledger, ...bakerySite.slice(0, 1), ...tideTables.slice(0, 1)],
  tact: [...tideTables, ...orchard.slice(1)],
  a3s: [...orchard.slice(0, 2), ...bakerySite.slice(1), ...ledger.slice(1, 2)]
}

/** The sessions of one agent: the written ones, and small ones until there are `count`, spread over the last days. */
export function storiesFor(agent: 'gestura' | 'tact' | 'a3s', count: number, random: Random): Story[] {
  const stories = written[agent].slice(0, count)
  for (let index = stories.length; index < count; index += 1) {
    // A little denser towards now, at most about three weeks back.
    const minutesAgo = Math.floor(90 + ((index % 400) / 400) ** 2 * 30_000 + random.integer(0, 900))
    stories.push(smallStory(random, random.pick(projects), minutesAgo))
  }
  return stories
}
