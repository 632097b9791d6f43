import type { AgentId } from '@shared/domain/agents'
import type { ScanStep } from '../agents/adapter'
import type { LibraryWriter } from '../store/library'
import { deleteListed, digestOf, insertListed } from './session-rows'
import { settleSession } from './settle-session'

export type UnitStep = Extract<ScanStep, { type: 'unit' }>

/** Sessions that one transaction takes over of a large unit: a few milliseconds, so that requests get their turn in between. */
const sliceLength = 250

/** Writes what scans report of the units of one source. */
export class UnitStore {
  private readonly writer: LibraryWriter
  private readonly source: string
  private readonly agent: AgentId

  constructor(writer: LibraryWriter, source: string, agent: AgentId) {
    this.writer = writer
    this.source = source
    this.agent = agent
  }

  /** Fingerprint of every unit at the last scan. */
  fingerprints(): Map<string, string> {
    const rows = this.writer.all<{ unit: string; fingerprint: string }>(
      'select unit, fingerprint from unit where source = ?',
      this.source
    )
    return new Map(rows.map((row) => [row.unit, row.fingerprint]))
  }

  /** Takes over new readings of units in one transaction. Returns the ids of the sessions that changed. */
  write(steps: readonly UnitStep[]): readonly string[] {
    return this.settling((changed) => {
      for (const step of steps) {
        const { number, isNew } = this.place(step)
        this.writeSessions(step, number, isNew ? new Map() : this.sessionsOf(number), changed)
        if (!isNew) this.dropCheckpoints(number, changed)
        this.writeCheckpoints(step.checkpoints, number, changed)
      }
    })
  }

  /** Whether a unit is new and holds so many sessions that others would have to wait for all of them. */
  isLarge(step: UnitStep): boolean {
    return step.sessions.length > sliceLength && this.numberOf(step.unit) === undefined
  }

  /**
   * Takes over a large unit slice by slice, each in a transaction of its own, and gives the ids of the sessions in it. The
   * fingerprint comes last, so that after a stop in the middle the next scan reads the unit again.
   */
  *writeLarge(step: UnitStep): Iterable<readonly string[]> {
    const points = Map.groupBy(step.checkpoints, (point) => point.sessionId)
    const { number } = this.writer.transaction(() => this.place({ ...step, fingerprint: '' }))
    for (let from = 0; from < step.sessions.length; from += sliceLength) {
      const sessions = step.sessions.slice(from, from + sliceLength)
      const checkpoints = new Set(sessions.flatMap(({ id }) => points.get(id) ?? []))
      for (const { id } of sessions) points.delete(id)
      yield this.settling((changed) => {
        this.insertSessions(step, sessions, number, changed)
        this.writeCheckpoints([...checkpoints], number, changed)
      })
    }
    yield this.settling((changed) => {
      this.writeCheckpoints([...points.values()].flat(), number, changed)
      this.place(step)
    })
  }

  /** Forgets units that are no longer there. Returns the ids of the sessions that changed. */
  remove(units: readonly string[]): readonly string[] {
    return this.settling((changed) => {
      for (const unit of units) {
        const number = this.numberOf(unit)
        if (number === undefined) continue
        for (const id of this.sessionsOf(number).keys()) {
          deleteListed(this.writer, number, id)
          changed.add(id)
        }
        this.dropCheckpoints(number, changed)
        this.writer.run('delete from unit where number = ?', number)
      }
    })
  }

  private settling(work: (changed: Set<string>) => void): readonly string[] {
    const changed = new Set<string>()
    this.writer.transaction(() => {
      work(changed)
      for (const id of changed) settleSession(this.writer, this.source, this.agent, id)
    })
    return [...changed]
  }

  private numberOf(unit: string): number | undefined {
    const sql = 'select number from unit where source = ? and unit = ?'
    return this.writer.get<{ number: number }>(sql, this.source, unit)?.number
  }

  /** Writes the unit itself; everything that it says refers to its number. */
  private place({ unit, fingerprint, findings }: UnitStep): { number: number; isNew: boolean } {
    const known = this.numberOf(unit)
    const found = JSON.stringify(findings)
    if (known !== undefined) {
      this.writer.run('update unit set fingerprint = ?, findings = ? where number = ?', fingerprint, found, known)
      return { number: known, isNew: false }
    }
    const sql = 'insert into unit (source, unit, fingerprint, findings) values (?, ?, ?, ?) returning number'
    const row = this.writer.get<{ number: number }>(sql, this.source, unit, fingerprint, found)
    return { number: row?.number ?? 0, isNew: true }
  }

  private sessionsOf(unit: number): Map<string, string> {
    const rows = this.writer.all<{ id: string; digest: string }>('select id, digest from session where unit = ?', unit)
    return new Map(rows.map((row) => [row.id, row.digest]))
  }

  /** Only sessions that differ are written: one append to a database of thousands is the work of one session. */
  private writeSessions(step: UnitStep, unit: number, before: Map<string, string>, changed: Set<string>): void {
    const place = { source: this.source, agent: this.agent, unit }
    for (const session of step.sessions) {
      const digest = digestOf(session, step.fingerprint, step.sessions.length === 1)
      const known = before.get(session.id)
      before.delete(session.id)
      if (known === digest) continue
      if (known !== undefined) deleteListed(this.writer, unit, session.id)
      insertListed(this.writer, place, session, digest)
      changed.add(session.id)
    }
    for (const id of before.keys()) {
      deleteListed(this.writer, unit, id)
      changed.add(id)
    }
  }

  private insertSessions(
    { fingerprint }: UnitStep,
    sessions: UnitStep['sessions'],
    unit: number,
    changed: Set<string>
  ): void {
    const place = { source: this.source, agent: this.agent, unit }
    for (const session of sessions) {
      insertListed(this.writer, place, session, digestOf(session, fingerprint, false))
      changed.add(session.id)
    }
  }

  private writeCheckpoints(points: UnitStep['checkpoints'], unit: number, changed: Set<string>): void {
    for (const point of points) {
      this.writer.run(
        `insert into checkpoint (source, unit, id, session, at, label, restorable, title, workspace)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        this.source,
        unit,
        point.id,
        point.sessionId,
        point.at,
        point.label,
        Number(point.restorable),
        point.title ?? null,
        point.workspace ?? null
      )
      if (point.sessionId !== null) changed.add(point.sessionId)
    }
  }

  private dropCheckpoints(unit: number, changed: Set<string>): void {
    const sql = 'delete from checkpoint where unit = ? returning session'
    for (const { session } of this.writer.all<{ session: string | null }>(sql, unit)) {
      if (session !== null) changed.add(session)
    }
  }
}
