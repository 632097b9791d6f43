import { bareMasks } from '@shared/domain/mask-sign'

/** The same value with masks that say what they hide, and nothing else. */
export function withoutMaskIds(value: unknown): unknown {
  if (typeof value === 'string') return bareMasks(value)
  if (Array.isArray(value)) return value.map(withoutMaskIds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutMaskIds(each)]))
}
