import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '../../src/shared/ipc/contract'

/** Asks one operation and gives its envelope, whatever it is. */
export type Ask = (op: string, input: unknown) => Promise<{ readonly ok: boolean; readonly value?: unknown }>

interface TranscriptRef extends SessionRef {
  readonly checkpoint?: string
}
interface SessionRef {
  readonly source: string
  readonly id: string
}
interface EntryShape {
  readonly id: string
  readonly images?: readonly unknown[]
  readonly clipped?: readonly { readonly field: string }[]
}
type Loose = Record<string, unknown>

/** Operations of the service that nobody asked during a walk. */
export function unasked(asked: ReadonlySet<string>): string[] {
  return Object.entries(contract)
    .filter(([name, spec]) => spec.by === 'service' && !asked.has(name))
    .map(([name]) => name)
}

/** Walks over everything that a window could ask for: every operation, every session, every entry, every piece. */
export class Walk {
  readonly asked = new Set<string>()
  readonly sessions: SessionRef[] = []
  readonly sources: string[] = []
  private readonly send: Ask

  constructor(send: Ask) {
    this.send = send
  }

  private async ask(op: keyof typeof contract, input: unknown = {}): Promise<Loose> {
    this.asked.add(op)
    return ((await this.send(op, input)).value ?? {}) as Loose
  }

  /** Pieces of a long text or list, all of them. */
  private async pieces(op: keyof typeof contract, input: Loose): Promise<void> {
    for (let offset: number | null = 0; offset !== null; ) {
      const piece = await this.ask(op, { ...input, offset })
      offset = typeof piece.next === 'number' ? piece.next : null
    }
  }

  async everything(): Promise<void> {
    await this.ask('scan.run')
    await this.overview()
    for (const source of this.sources) {
      await this.pieces('config.show', { source })
      await this.pieces('findings.list', { source })
      await this.ask('source.key', { source, path: '/nowhere/key' })
    }
    for (const session of this.sessions) await this.session(session)
    await this.ask('operations.list')
    await this.ask('operations.ended')
    await this.vaultAndLease()
    await this.ask('resume.terminals')
    await this.ask('doctor')
    await this.ask('prompts.recent', { limit: 500 })
  }

  private async vaultAndLease(): Promise<void> {
    const { copies } = await this.ask('vault.show')
    const [copy] = (copies ?? []) as { id: string }[]
    await this.ask('vault.label', { id: copy?.id ?? 'kept-none', label: 'looked at' })
    await this.ask('vault.prune')
    const { epoch } = await this.ask('lease.state')
    await this.ask('lease.takeOver', { epoch: typeof epoch === 'number' ? epoch : 0 })
  }

  private async overview(): Promise<void> {
    await this.ask('app.info')
    await this.ask('settings.get')
    await this.ask('settings.set', {})
    await this.ask('sessions.facets')
    await this.ask('findings.list')
    const { sources } = await this.ask('sources.list')
    this.sources.push(...((sources ?? []) as { id: string }[]).map((source) => source.id))
    const { rows } = await this.ask('sessions.page', { query: { children: true }, offset: 0, limit: 500 })
    this.sessions.push(...((rows ?? []) as SessionRef[]).map(({ source, id }) => ({ source, id })))
  }

  private async session(session: SessionRef): Promise<void> {
    await this.ask('sessions.get', { session })
    await this.ask('sessions.activity', { sessions: [session] })
    await this.ask('sessions.locate', { query: { children: true }, session })
    await this.ask('transcript.account', { session })
    await this.ask('transcript.outline', { session })
    await this.ask('secrets.report', { session })
    await this.ask('transcript.reveal', { session, entry: 'none', mask: '00000000' })
    await this.ask('transcript.remember', { session, cursor: null })
    await this.ask('session.remains', { session })
    await this.ask('lineage.show', { session })
    await this.ask('workspace.locate', { from: '/nowhere', to: null })
    await this.ask('session.forget', { session: { ...session, id: 'nobody' } })
    await this.ask('resume.check', { session })
    // A terminal that is not there: nothing may start here.
    await this.ask('resume.start', { session, terminal: 'none' })
    await this.ask('tasks.list', { session })
    await this.pieces('config.show', { session })
    await this.pieces('findings.list', { session })
    await this.transcript(session)
    const { checkpoints } = await this.ask('checkpoints.list', { session })
    const restorable = ((checkpoints ?? []) as { id: string; restorable: boolean }[]).find((each) => each.restorable)
    if (restorable) await this.restore(session, restorable.id)
  }

  /** The session as a copy of ours holds it. */
  private async look(session: TranscriptRef): Promise<void> {
    await this.transcript(session)
    await this.ask('transcript.account', { session })
    await this.ask('tasks.list', { session })
    await this.ask('transcript.close', { session })
  }

  private async transcript(session: TranscriptRef): Promise<void> {
    for (let from: string | null = 'start'; from !== null; ) {
      const page = await this.ask('transcript.page', { session, from, direction: 'forward', limit: 200 })
      const entries = (page.entries ?? []) as EntryShape[]
      await this.ask('transcript.holding', { session, entries: entries.map(({ id }) => id), words: 'a' })
      for (const entry of entries) {
        await this.pieces('transcript.raw', { session, entry: entry.id })
        await this.pieces('transcript.text', { session, entry: entry.id, field: 'text' })
        for (const { field } of entry.clipped ?? [])
          await this.pieces('transcript.text', { session, entry: entry.id, field })
        for (const index of (entry.images ?? []).keys())
          await this.pieces('transcript.image', { session, entry: entry.id, index })
      }
      from = typeof page.after === 'string' && page.after !== from ? page.after : null
    }
    await this.ask('transcript.page', { session, from: 'end', direction: 'backward', limit: 200 })
    await this.pieces('transcript.image', { session, entry: 'none', index: 0 })
  }

  /** Plans, applies and takes back: all of it is shown to the person. */
  private async restore(session: SessionRef, checkpoint: string): Promise<void> {
    const { checkpoint: kept } = await this.ask('capture.make', { session, label: null })
    await this.look({ ...session, checkpoint: (kept as { id: string } | undefined)?.id ?? 'kept-0-00000000' })
    await this.compare({ ...session, checkpoint }, session)
    await this.elsewhere(session)
    await this.ask('repair.find', { session })
    await this.ask('repair.copy', { session })
    const plan = await this.ask('plan.make', { kind: 'restore', session, checkpoint })
    for (const { id } of (plan.steps ?? []) as { id: string }[])
      await this.pieces('compare.step', { planId: plan.planId, step: id, whole: true })
    await this.apply(plan)
    const { operations } = await this.ask('operations.list')
    const [newest] = (operations ?? []) as { id: string; canUndo: boolean }[]
    if (newest?.canUndo) await this.apply(await this.ask('plan.undo', { operation: newest.id }))
  }

  /** What differs between two points, in every form. */
  private async compare(a: TranscriptRef, b: TranscriptRef): Promise<void> {
    const { id, parts } = await this.ask('compare.make', { a, b })
    for (const { part, rows } of (parts ?? []) as { part: string; rows: number }[]) {
      await this.pieces('compare.runs', { id, part })
      await this.pieces('compare.rows', { id, part })
      for (let row = 0; row < Math.min(rows, 20); row += 1)
        await this.pieces('compare.text', { id, part, row, whole: true })
    }
    await this.pieces('compare.patch', { id })
  }

  /** Out as files, and in again from there, in a folder that is gone afterwards. Files themselves are searched where they are made. */
  private async elsewhere(session: SessionRef): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'reprise-walk-'))
    const bundle = join(folder, 'session.reprise')
    try {
      await this.ask('bundle.preview', { session })
      await this.ask('bundle.make', { session, path: bundle, configuration: true, memory: true })
      await this.ask('export.make', { session, format: 'md', path: join(folder, 'session.md') })
      const { importId = 'none', sessions } = await this.ask('import.inspect', { path: bundle })
      await this.ask('import.configuration', { importId, input: 0 })
      const [first] = (sessions ?? []) as { key: string }[]
      await this.ask('import.plan', { importId, session: first?.key ?? 'none', workspace: folder })
      await this.ask('import.keep', { importId })
      await this.ask('import.folder', { path: folder })
      await this.ask('import.close', { importId })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  private async apply(plan: Loose): Promise<void> {
    if (typeof plan.planId !== 'string') return
    await this.ask('plan.get', { planId: plan.planId })
    const conflicts = (plan.conflicts ?? []) as { id: string; options: { value: string }[] }[]
    const choices = Object.fromEntries(
      conflicts.map(({ id, options }) => [id, options.find((option) => option.value !== 'keep')?.value ?? 'keep'])
    )
    await this.ask('plan.apply', { planId: plan.planId, digest: plan.digest, choices })
  }
}
