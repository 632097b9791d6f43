import { isDamage } from '../../foreign-sqlite/sqlite-failure'

/** The answer of `work`; the fallback where it met a damaged page, which costs what lies on it and no more. */
export function unlessDamaged<T>(fallback: T, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (isDamage(error)) return fallback
    throw error
  }
}
