import type { Random } from './random.ts'
import type { Story, Turn } from './story.ts'

/** Gives the time of one event after the other, in Unix ms, so that the last one falls on the story's end. */
export interface Clock {
  readonly start: number
  tick(): number
  readonly last: number
}

/** Events that a writer may take a time for: the prompt, every step and its result, and the end of the turn. */
function ticksOf(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + 2 + 2 * turn.steps.length, 1)
}

export function createClock(random: Random, story: Pick<Story, 'turns' | 'minutesAgo'>, now: number): Clock {
  const pauses = Array.from({ length: ticksOf(story.turns) }, () => random.integer(1_200, 19_000))
  const end = now - story.minutesAgo * 60_000
  const start = end - pauses.reduce((sum, pause) => sum + pause, 0)
  let at = start
  let index = 0
  return {
    start,
    get last() {
      return at
    },
    tick() {
      at += pauses[index] ?? 1_000
      index += 1
      return at
    }
  }
}
