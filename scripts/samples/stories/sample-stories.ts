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

/** Each story is written once, so that the same words do not come twice in a list of all agents. */
const written: Readonly<Record<'gestura' | 'tact' | 'a3s', readonly Story[]>> = {
  gestura: [...ledger.slice(0, 1), ...ledger.slice(2), ...bakerySite.slice(0, 1)],
  tact: [...tideTables.slice(0, 2), ...orchard.slice(1)],
  a3s: [...orchard.slice(0, 1), ...tideTables.slice(2), ...bakerySite.slice(1), ...ledger.slice(1, 2)]
}

/** Where each agent begins in the list of small scenes. */
const firstScene = { gestura: 0, tact: 8, a3s: 15 } as const

/** Every third small session of gestura has a task and checkpoints; a benchmark's thousands have none. */
function withCheckpoints(story: Story): Story {
  const [turn] = story.turns
  return {
    ...story,
    tasks: [{ name: turn?.prompt ?? '', description: '', status: 'doing' }],
    checkpoints: [{ afterTurn: 0, label: 'first step done', tasks: true }]
  }
}

/** The sessions of one agent: the written ones, and small ones until there are `count`, spread over two weeks, denser towards now. */
export function storiesFor(agent: 'gestura' | 'tact' | 'a3s', count: number, random: Random): Story[] {
  const stories = written[agent].slice(0, count)
  for (let index = stories.length; index < count; index += 1) {
    const minutesAgo = Math.floor(90 + ((index + 1) / count) ** 2 * 20_000 + random.integer(0, 600))
    const story = smallStory(random, random.pick(projects), minutesAgo, firstScene[agent] + index)
    stories.push(agent === 'gestura' && count <= 100 && index % 3 === 0 ? withCheckpoints(story) : story)
  }
  return stories
}
