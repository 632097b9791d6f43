import type { AgentId } from '@shared/domain/agents'
import type { ScanStep } from '../agents/adapter'
import type { LibraryWriter } from '../store/library'
import { deleteListed, digestOf, insertListed } from './session-rows'
import { settleSession } from './settle-session'

export type UnitStep = Extract<ScanStep, { type: 'unit' }>

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
        this.writeSessions(step, changed)
        this.writeCheckpoints(step, changed)
        this.writer.run(
          'insert or replace into unit (source, unit, fingerprint, findings) values (?, ?, ?, ?)',
          this.source,
          step.unit,
          step.fingerprint,
          JSON.stringify(step.findings)
        )
      }
    })
  }

  /** Forgets units that are no longer there. Returns the ids of the sessions that changed. */
  remove(units: readonly string[]): readonly string[] {
    return this.settling((changed) => {
      for (const unit of units) {
        for (const id of this.sessionsOf(unit).keys()) {
          deleteListed(this.writer, this.source, unit, id)
          changed.add(id)
        }
        this.dropCheckpoints(unit, changed)
        this.writer.run('delete from unit where source = ? and unit = ?', this.source, unit)
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

  private sessionsOf(unit: string): Map<string, string> {
    const rows = this.writer.all<{ id: string; digest: string }>(
      'select id, digest from session where source = ? and unit = ?',
      this.source,
      unit
    )
    return new Map(rows.map((row) => [row.id, row.digest]))
  }

  /** Only sessions that differ are written: one append to a database of thousands is the work of one session. */
  private writeSessions(step: UnitStep, changed: Set<string>): void {
    const before = this.sessionsOf(step.unit)
    const place = { source: this.source, agent: this.agent, unit: step.unit }
    for (const session of step.sessions) {
      const digest = digestOf(session, step.fingerprint, step.sessions.length === 1)
      const known = before.get(session.id)
      before.delete(session.id)
      if (known === digest) continue
      if (known !== undefined) deleteListed(this.writer, this.source, step.unit, session.id)
      insertListed(this.writer, place, session, digest)
      changed.add(session.id)
    }
    for (const id of before.keys()) {
      deleteListed(this.writer, this.source, step.unit, id)
      changed.add(id)
    }
  }

  private writeCheckpoints(step: UnitStep, changed: Set<string>): void {
    this.dropCheckpoints(step.unit, changed)
    for (const point of step.checkpoints) {
      this.writer.run(
        `insert into checkpoint (source, unit, id, session, at, label, restorable, title, workspace)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        this.source,
        step.unit,
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

  private dropCheckpoints(unit: string, changed: Set<string>): void {
    const rows = this.writer.all<{ session: string | null }>(
      'delete from checkpoint where source = ? and unit = ? returning session',
      this.source,
      unit
    )
    for (const row of rows) if (row.session !== null) changed.add(row.session)
  }
}
