import { isDamage } from './sqlite-failure'

/** Runs a query; where a page that it needs is damaged, the fallback stands for its answer. Everything else is thrown on. */
export function unlessDamaged<T>(fallback: T, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isDamage(error)) throw error
    return fallback
  }
}
