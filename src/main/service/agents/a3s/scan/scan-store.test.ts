import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { KnownUnits, ScanShare, ScanStep, SourceLocation } from '../../adapter'
import { readingFor, scanAll } from '../../conformance/browse'
import { adapter } from '../adapter'
import { sessionFile, walFile } from '../store/layout'
import { storeCopy } from '../test-fixtures'

const sourceOf = (root: string): SourceLocation => ({ id: 'a3s-test', agent: 'a3s', root, origin: 'flag' })

class Catalog implements KnownUnits {
  readonly units = new Map<string, Extract<ScanStep, { type: 'unit' }>>()

  fingerprint(unit: string): string | undefined {
    return this.units.get(unit)?.fingerprint
  }

  /** Scans as the catalog does; answers ids of the sessions in units that were parsed. */
  async scan(root: string): Promise<readonly string[]> {
    const steps = await scanAll(adapter, sourceOf(root), readingFor(), this)
    const parsed = steps.flatMap((step) => (step.type === 'unit' ? [step] : []))
    for (const step of parsed) this.units.set(step.unit, step)
    return parsed.flatMap((step) => step.sessions.map(({ id }) => id))
  }

  session(id: string) {
    return [...this.units.values()].flatMap((step) => step.sessions).find((session) => session.id === id)
  }
}

function changeSession(root: string, id: string, change: (document: Record<string, never>) => void): void {
  const path = sessionFile(root, id)
  const document = JSON.parse(readFileSync(path, 'utf8'))
  change(document)
  writeFileSync(`${path}.new`, JSON.stringify(document))
  renameSync(`${path}.new`, path)
}

interface Snapshot {
  session: { id: string; parent_id?: string; config: { parent_id?: string } }
  subagent_tasks: { child_session_id: string }[]
}

describe('scanStore', () => {
  it('parses nothing a second time, and only what changed after a change', async () => {
    const root = storeCopy('weather')
    const catalog = new Catalog()
    expect(await catalog.scan(root)).toHaveLength(13)
    expect(await catalog.scan(root)).toEqual([])
    changeSession(root, 'mixed-blocks', (document) => {
      const { session } = document as unknown as Snapshot
      session.config = { ...session.config }
    })
    expect(await catalog.scan(root)).toEqual(['mixed-blocks'])
  })

  it.each([2, 3, 5])(
    'gives in %d shares what it gives in one go, also where parent and child fall apart',
    async (of) => {
      const root = storeCopy('weather')
      changeSession(root, 'task-run-units-5', (document) => {
        const { session } = document as unknown as Snapshot
        delete session.parent_id
        delete session.config.parent_id
      })
      const whole = new Catalog()
      await whole.scan(root)
      const parts = new Catalog()
      const totals: number[] = []
      const later = new Map<string, string>()
      const scan = async (share: ScanShare) => {
        for await (const step of adapter.scan(sourceOf(root), parts, readingFor(), share)) {
          if (step.type === 'unit') parts.units.set(step.unit, step)
          if (step.type === 'total') totals.push(step.units)
          if (step.type === 'later') later.set(step.unit, step.hint)
        }
      }
      for (let index = 0; index < of; index += 1) await scan({ index, of })
      expect(totals.reduce((sum, units) => sum + units, 0)).toBe(whole.units.size)
      if (later.size > 0) await scan({ later })
      expect(parts.session('task-run-units-5')?.parent).toBe('barometer-7f3a1c')
      expect(new Map([...parts.units].sort())).toEqual(new Map([...whole.units].sort()))
    }
  )

  it('finds a child by its parent’s tasks where the child itself does not say so, in any order and after a change of the child', async () => {
    const root = storeCopy('weather')
    changeSession(root, 'task-run-units-5', (document) => {
      const { session } = document as unknown as Snapshot
      delete session.parent_id
      delete session.config.parent_id
    })
    const catalog = new Catalog()
    await catalog.scan(root)
    expect(catalog.session('task-run-units-5')?.parent).toBe('barometer-7f3a1c')
    expect(await catalog.scan(root)).toEqual([])
    changeSession(root, 'task-run-units-5', () => undefined)
    expect(await catalog.scan(root)).toEqual(['task-run-units-5'])
    expect(catalog.session('task-run-units-5')?.parent).toBe('barometer-7f3a1c')
  })

  it('reads a bare session again when one of its fragments changes, and an envelope not', async () => {
    const root = storeCopy('legacy')
    const catalog = new Catalog()
    await catalog.scan(root)
    const fragment = join(root, 'v1', 'verification', 'id_YmFyZS12MQ.json')
    writeFileSync(fragment, readFileSync(fragment, 'utf8').replace('passed', 'failed'))
    expect(await catalog.scan(root)).toEqual(['bare-v1'])
  })

  it('a3s-14 hides a legacy file behind the current one of its id', async () => {
    const root = storeCopy('migrated')
    const catalog = new Catalog()
    expect(await catalog.scan(root)).toEqual(['migrated-notes'])
    expect(catalog.session('migrated-notes')?.layout).toBe('snapshot-1')
  })

  it('a3s-14 hides a legacy session when its current file appears, without reading it again, and reads it when a part of it changes', async () => {
    const root = storeCopy('legacy')
    const catalog = new Catalog()
    await catalog.scan(root)
    const legacy = join(root, 'legacy-notes.json')
    const fragment = join(root, 'verification', 'legacy-notes.json')
    writeFileSync(fragment, `${readFileSync(fragment, 'utf8')} `)
    expect(await catalog.scan(root)).toEqual(['legacy-notes'])
    cpSync(legacy, sessionFile(root, 'legacy-notes'))
    expect(await catalog.scan(root)).toEqual(['legacy-notes'])
    expect(catalog.units.get(legacy)?.sessions).toEqual([])
    expect(catalog.session('legacy-notes')?.layout).toBe('bare')
    rmSync(sessionFile(root, 'legacy-notes'))
    await catalog.scan(root)
    expect(catalog.units.get(legacy)?.sessions.map(({ id }) => id)).toEqual(['legacy-notes'])
  })

  it('a3s-11 lists a legacy session under the id inside, not under its file name', async () => {
    const root = storeCopy('legacy')
    const ids = await new Catalog().scan(root)
    expect(ids).toContain('team/alpha')
    expect(ids).not.toContain('team_alpha')
    const open = adapter.open(sourceOf(root), 'team_alpha', readingFor())
    await expect(open).rejects.toMatchObject({ failure: { code: 'session.gone' } })
    expect((await adapter.open(sourceOf(root), 'team/alpha', readingFor())).summary.title).toBe('Team')
  })

  it('lists what is left of a session that is gone', async () => {
    const root = storeCopy('legacy')
    const catalog = new Catalog()
    await catalog.scan(root)
    expect(catalog.session('fragment-only')).toMatchObject({ state: 'gone', resumable: false })
    const orphan = join(storeCopy('weather'), 'v1', 'loop_checkpoints', 'id_cnVuLW9ycGhhbi0z.json')
    mkdirSync(join(root, 'v1', 'loop_checkpoints'), { recursive: true })
    cpSync(orphan, join(root, 'v1', 'loop_checkpoints', 'id_cnVuLW9ycGhhbi0z.json'))
    await catalog.scan(root)
    const points = [...catalog.units.values()].flatMap((step) => step.checkpoints)
    expect(points.find((point) => point.id === 'run-orphan-3')).toMatchObject({
      sessionId: 'session-that-is-gone',
      restorable: false,
      title: 'Move the build to ES modules, step by step.'
    })
  })

  it('says of no session that it can be resumed while the store does not open', async () => {
    const root = storeCopy('wal-torn')
    const catalog = new Catalog()
    await catalog.scan(root)
    expect(catalog.session('walt-first')).toMatchObject({ state: 'ok', resumable: false })
    rmSync(walFile(root))
    expect(await catalog.scan(root)).toHaveLength(2)
    expect(catalog.session('walt-first')).toMatchObject({ resumable: true })
  })

  it('takes title, model and effort from what the host keeps beside the store', async () => {
    const root = storeCopy('weather')
    const catalog = new Catalog()
    await catalog.scan(root)
    expect(catalog.session('barometer-7f3a1c')?.effort).toBe('high')
    const metadata = join(dirname(root), 'metadata')
    mkdirSync(metadata)
    writeFileSync(
      join(metadata, 'id_anVzdC1zdGFydGVk.json'),
      JSON.stringify({ schemaVersion: 1, title: 'Named by the host' })
    )
    expect(await catalog.scan(root)).toEqual(['just-started'])
    expect(catalog.session('just-started')?.title).toBe('Named by the host')
  })
})
