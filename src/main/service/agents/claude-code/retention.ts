import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Retention } from '../adapter'
import { fieldsOf } from '../json-fields/fields'
import type { ClaudePlaces } from './places'

const day = 86_400_000
const usualDays = 30
const largestSettings = 4_000_000

/**
 * At each start Claude Code removes transcripts whose file did not change for `cleanupPeriodDays` of the user's settings, 30 where nothing is said
 * (format page, section 1). Settings of projects and of an organisation are not looked at: they lie outside of the source.
 */
export function retentionOf({ root }: ClaudePlaces): Retention {
  const days = daysIn(join(root, 'settings.json'))
  const why = days === null ? 'its usual time' : '`cleanupPeriodDays` in its settings'
  const kept = days ?? usualDays
  return {
    afterMs: kept * day,
    rule: `Claude Code removes transcripts that did not change for ${kept} days (${why}) when it starts.`
  }
}

/** null where the settings name no usable number. */
function daysIn(path: string): number | null {
  try {
    const stat = statSync(path)
    if (!stat.isFile() || stat.size > largestSettings) return null
    const days = fieldsOf(JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''))).cleanupPeriodDays
    return typeof days === 'number' && Number.isFinite(days) && days >= 0 ? days : null
  } catch {
    // No settings, or some that Claude Code itself could not read: then its usual time counts.
    return null
  }
}
