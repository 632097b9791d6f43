import type { ListedSession, ScanStep } from '../agents/adapter'
import type { UnitStep, UnitStore } from './unit-store'

type SliceStep = Extract<ScanStep, { type: 'slice' }>

/**
 * Units whose sessions come in slices. Those of a new unit are written at once, so that they are listed while the rest is read; those of a
 * unit that the library knows wait for its end, since only then it shows what is no longer there.
 */
export class SlicedUnits {
  private readonly store: UnitStore
  private readonly waiting = new Map<string, ListedSession[]>()
  private readonly begun = new Set<string>()

  constructor(store: UnitStore) {
    this.store = store
  }

  /** Returns the ids of the sessions that are listed now. */
  take({ unit, sessions }: SliceStep): readonly string[] {
    if (!this.begun.has(unit) && !this.waiting.has(unit)) {
      if (this.store.has(unit)) this.waiting.set(unit, [])
      else this.begun.add(unit)
    }
    const waiting = this.waiting.get(unit)
    if (waiting === undefined) return this.store.add(unit, sessions)
    waiting.push(...sessions)
    return []
  }

  /** The step of a unit with what its slices held, as it has to be written. */
  complete(step: UnitStep): UnitStep {
    if (this.begun.delete(step.unit)) return { ...step, adds: true }
    const waiting = this.waiting.get(step.unit)
    if (waiting === undefined) return step
    this.waiting.delete(step.unit)
    const byId = new Map([...waiting, ...step.sessions].map((session) => [session.id, session]))
    return { ...step, sessions: [...byId.values()] }
  }
}
