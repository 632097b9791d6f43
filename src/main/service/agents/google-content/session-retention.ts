import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Retention } from '../adapter'
import { fieldsOf } from '../json-fields/fields'
import { withoutComments } from '../json-fields/without-comments'

const largestSettings = 4_000_000
const unitMs: Readonly<Record<string, number>> = {
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  m: 30 * 86_400_000
}
const usualAge = '30d'
const usualLeast = '1d'

/** What an agent of this family does where `general.sessionRetention` of its settings says nothing. */
export interface RetentionHabit {
  readonly name: string
  readonly enabled: boolean
}

/**
 * The rule of `general.sessionRetention`: `enabled`, `maxAge` (`24h`, `7d`, `4w`, `1m`; 30 days where missing) and `minRetention` (1 day), below
 * which no age goes. A limit by number (`maxCount`) gives no time and is not told. null where nothing is removed.
 */
export function sessionRetention(root: string, habit: RetentionHabit): Retention | null {
  const settings = settingsIn(join(root, 'settings.json'))
  const { enabled = habit.enabled, maxAge, minRetention } = fieldsOf(fieldsOf(settings.general).sessionRetention)
  if (enabled !== true) return null
  const age = durationOf(maxAge ?? usualAge)
  const least = durationOf(minRetention ?? usualLeast) ?? unitMs.d ?? 0
  // A length that the agent cannot read, or one below the least: then it removes nothing.
  if (age === null || age < least) return null
  const why = maxAge === undefined ? 'its usual time' : '`general.sessionRetention` in its settings'
  return {
    afterMs: age,
    rule: `${habit.name} removes sessions that were not used for ${String(maxAge ?? usualAge)} (${why}) when it starts.`
  }
}

/** In ms; null for what is no length. */
function durationOf(value: unknown): number | null {
  const parts = typeof value === 'string' ? /^(\d+)([hdwm])$/.exec(value) : null
  const amount = Number(parts?.[1])
  const unit = unitMs[parts?.[2] ?? '']
  return unit === undefined || !(amount > 0) ? null : amount * unit
}

function settingsIn(path: string): ReturnType<typeof fieldsOf> {
  try {
    const stat = statSync(path)
    if (!stat.isFile() || stat.size > largestSettings) return {}
    return fieldsOf(JSON.parse(withoutComments(readFileSync(path, 'utf8').replace(/^\ufeff/, ''))))
  } catch {
    return {}
  }
}
