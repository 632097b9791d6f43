import type { AgentId } from '@shared/domain/agents'
import type { ScanStep } from '../agents/adapter'
import type { LibraryWriter } from '../store/library'
import { deleteListed, digestOf, insertListed } from './session-rows'
import { settleSession } from './settle-session'
import { keepTombstone, rememberAgain } from './tombstone'

/** `adds`: its other sessions have been written already. */
export type UnitStep = Extract<ScanStep, { type: 'unit' }> & { readonly adds?: boolean }

/** Not the agent's: what Reprise itself keeps of a source. No scan sees it, and none may take it for gone. */
export const keptUnit = 'reprise:kept'

/** Sessions that one transaction takes over of a large unit: a few milliseconds, so that requests get their turn in between. */
const sliceLength = 250

/** Sessions that a piece of work touched: all of them, and those whose rows have to be brought in line with other units. */
interface Touched {
  readonly changed: Set<string>
  readonly unsettled: Set<string>
}

/** Writes what scans report of the units of one source. */
export class UnitStore {
  private readonly writer: LibraryWriter
  private readonly source: string
  private readonly agent: AgentId
  /**
   * What a first scan has met so far: numbers of units, and ids of sessions. Nothing else is there, so a session that is met for the first
   * time needs no look at what other units say of it. null when the library knew the source before.
   */
  private readonly met: { readonly units: Map<string, number>; readonly sessions: Set<string> } | null

  constructor(writer: LibraryWriter, source: string, agent: AgentId) {
    this.writer = writer
    this.source = source
    this.agent = agent
    this.met = this.isKnown() ? null : { units: new Map(), sessions: new Set() }
  }

  private isKnown(): boolean {
    return ['unit', 'session', 'account'].some(
      (table) => this.writer.get(`select 1 from ${table} where source = ? limit 1`, this.source) !== undefined
    )
  }

  /** Fingerprint of every unit of the agent at the last scan. */
  fingerprints(): Map<string, string> {
    const rows = this.writer.all<{ unit: string; fingerprint: string }>(
      'select unit, fingerprint from unit where source = ? and unit <> ?',
      this.source,
      keptUnit
    )
    return new Map(rows.map((row) => [row.unit, row.fingerprint]))
  }

  /** Takes over new readings of units in one transaction. Returns the ids of the sessions that changed. */
  write(steps: readonly UnitStep[]): readonly string[] {
    return this.settling((touched) => {
      for (const step of steps) {
        const { number, isNew } = this.place(step)
        if (step.adds) this.replaceSessions(step, number, touched)
        else this.writeSessions(step, number, isNew ? new Map() : this.sessionsOf(number), touched)
        if (!isNew) this.dropCheckpoints(number, touched)
        this.writeCheckpoints(step.checkpoints, number, touched)
      }
    })
  }

  has(unit: string): boolean {
    return this.numberOf(unit) !== undefined
  }

  /**
   * Lists some sessions of a new unit ahead of the rest, in one transaction. Returns their ids. Until its own step is written the unit has no
   * fingerprint, so that after a stop in the middle the next scan reads it again.
   */
  add(unit: string, sessions: UnitStep['sessions']): readonly string[] {
    return this.settling((touched) => {
      const step = { type: 'unit', unit, fingerprint: '', sessions, checkpoints: [], findings: [] } as const
      this.insertSessions(step, sessions, this.place(step).number, touched)
    })
  }

  /** Whether a unit is new and holds so many sessions that others would have to wait for all of them. */
  isLarge(step: UnitStep): boolean {
    return step.sessions.length > sliceLength && !this.has(step.unit)
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
      yield this.settling((touched) => {
        this.insertSessions(step, sessions, number, touched)
        this.writeCheckpoints([...checkpoints], number, touched)
      })
    }
    yield this.settling((touched) => {
      this.writeCheckpoints([...points.values()].flat(), number, touched)
      this.place(step)
    })
  }

  /** Forgets units that are no longer there, and keeps in mind which sessions were in them. Returns the ids of the sessions that changed. */
  remove(units: readonly string[]): readonly string[] {
    return this.drop(units, (unit, id, touched) => this.vanished(unit, id, touched))
  }

  /** Forgets units of a place that is away as a whole: its sessions are not gone. Returns the ids of the sessions that changed. */
  leave(units: readonly string[]): readonly string[] {
    return this.drop(units, (unit, id, touched) => {
      deleteListed(this.writer, unit, id)
      this.touch(id, touched)
    })
  }

  private drop(
    units: readonly string[],
    each: (unit: number, id: string, touched: Touched) => void
  ): readonly string[] {
    return this.settling((touched) => {
      for (const unit of units) {
        const number = this.numberOf(unit)
        if (number === undefined) continue
        for (const id of this.sessionsOf(number).keys()) each(number, id, touched)
        this.dropCheckpoints(number, touched)
        this.met?.units.delete(unit)
        this.writer.run('delete from unit where number = ?', number)
      }
    })
  }

  private settling(work: (touched: Touched) => void): readonly string[] {
    const touched: Touched = { changed: new Set(), unsettled: new Set() }
    this.writer.transaction(() => {
      work(touched)
      for (const id of touched.unsettled) settleSession(this.writer, this.source, this.agent, id)
    })
    return [...touched.changed]
  }

  private touch(id: string, { changed, unsettled }: Touched): void {
    this.met?.sessions.add(id)
    changed.add(id)
    unsettled.add(id)
  }

  private insert(unit: number, session: UnitStep['sessions'][number], digest: string, touched: Touched): void {
    insertListed(this.writer, { source: this.source, agent: this.agent, unit }, session, digest)
    // A session that the library never knew was never let go of.
    if (this.met === null && session.state !== 'gone') rememberAgain(this.writer, this.source, session.id)
    if (this.met === null || this.met.sessions.has(session.id)) this.touch(session.id, touched)
    else {
      this.met.sessions.add(session.id)
      touched.changed.add(session.id)
    }
  }

  private numberOf(unit: string): number | undefined {
    if (this.met !== null) return this.met.units.get(unit)
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
    const number = this.writer.get<{ number: number }>(sql, this.source, unit, fingerprint, found)?.number ?? 0
    this.met?.units.set(unit, number)
    return { number, isNew: true }
  }

  private sessionsOf(unit: number): Map<string, string> {
    const rows = this.writer.all<{ id: string; digest: string }>('select id, digest from session where unit = ?', unit)
    return new Map(rows.map((row) => [row.id, row.digest]))
  }

  /** Only sessions that differ are written: one append to a database of thousands is the work of one session. */
  private writeSessions(step: UnitStep, unit: number, before: Map<string, string>, touched: Touched): void {
    for (const session of step.sessions) {
      const digest = digestOf(session, step.fingerprint, step.sessions.length === 1)
      const known = before.get(session.id)
      before.delete(session.id)
      if (known === digest) continue
      if (known !== undefined) deleteListed(this.writer, unit, session.id)
      this.insert(unit, session, digest, touched)
    }
    for (const id of before.keys()) this.vanished(unit, id, touched)
  }

  private vanished(unit: number, id: string, touched: Touched): void {
    keepTombstone(this.writer, this.source, unit, id)
    deleteListed(this.writer, unit, id)
    this.touch(id, touched)
  }

  private replaceSessions(step: UnitStep, unit: number, touched: Touched): void {
    for (const { id } of step.sessions) deleteListed(this.writer, unit, id)
    this.insertSessions(step, step.sessions, unit, touched)
  }

  private insertSessions(
    { fingerprint }: UnitStep,
    sessions: UnitStep['sessions'],
    unit: number,
    touched: Touched
  ): void {
    for (const session of sessions) this.insert(unit, session, digestOf(session, fingerprint, false), touched)
  }

  private writeCheckpoints(points: UnitStep['checkpoints'], unit: number, touched: Touched): void {
    for (const point of points) {
      this.writer.run(
        `insert into checkpoint (source, unit, id, session, at, label, restorable, title, workspace, imported)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        this.source,
        unit,
        point.id,
        point.sessionId,
        point.at,
        point.label,
        Number(point.restorable),
        point.title ?? null,
        point.workspace ?? null,
        Number(point.imported ?? false)
      )
      if (point.sessionId !== null) this.touch(point.sessionId, touched)
    }
  }

  private dropCheckpoints(unit: number, touched: Touched): void {
    const sql = 'delete from checkpoint where unit = ? returning session'
    for (const { session } of this.writer.all<{ session: string | null }>(sql, unit)) {
      if (session !== null) this.touch(session, touched)
    }
  }
}
