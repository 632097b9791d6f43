import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AgentId } from '@shared/domain/agents'
import type { Finding } from '@shared/domain/finding'
import { afterAll, describe, expect, it } from 'vitest'
import { fromPlain, type JsonObject } from '../../json/json-value'
import { ArtifactStore, artifactLimits } from '../a3s/store/artifact-store'
import { loadSnapshot } from '../a3s/store/load-session'
import { withMember } from '../a3s/write/document-edits'
import { forkSnapshot } from '../a3s/write/fork-snapshot'
import type { ListedSession, Reading, ScanStep } from '../adapter'
import { adapterOf } from '../registry'

const fixtures = fileURLToPath(new URL('../../../../../e2e/fixtures/core/', import.meta.url))
const made: string[] = []
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-core-'))
  made.push(folder)
  return folder
}

/** One store of the fixtures, as its agent's adapter sees it. */
async function storeOf(agent: AgentId, fixture: string, root?: string) {
  const adapter = adapterOf(agent)
  if (!adapter) throw new Error(`${agent} has no adapter`)
  const home = temporary()
  cpSync(join(fixtures, fixture), home, { recursive: true, preserveTimestamps: true })
  const flags = root === undefined ? [] : [join(home, root)]
  const places = { home, env: {}, platform: process.platform, cwd: home, settings: [], flags }
  const [source] = await adapter.locate(places)
  if (!source) throw new Error('nothing was located')
  const signal = new AbortController().signal
  const reading: Reading = { signal, scratch: temporary(), key: null, now: () => Date.UTC(2027, 5, 1) }
  return { adapter, source, reading, root: source.root }
}

type Store = Awaited<ReturnType<typeof storeOf>>

async function unitsOf({ adapter, source, reading }: Store): Promise<readonly Extract<ScanStep, { type: 'unit' }>[]> {
  const units: Extract<ScanStep, { type: 'unit' }>[] = []
  for await (const step of adapter.scan(source, { fingerprint: () => undefined }, reading)) {
    if (step.type === 'unit') units.push(step)
  }
  return units
}

async function sessionsOf(store: Store): Promise<readonly ListedSession[]> {
  return (await unitsOf(store)).flatMap((unit) => unit.sessions)
}

/** Findings of one session after everything was looked at. */
async function findingsOf({ adapter, source, reading }: Store, id: string): Promise<readonly Finding[]> {
  const opened = await adapter.open(source, id, reading)
  const { findings } = await opened.account(reading.signal, () => undefined)
  opened.close()
  return findings
}

const codesOf = (findings: readonly Finding[]) => findings.map(({ code }) => code)
const broken = (findings: readonly Finding[]) =>
  codesOf(findings).filter((code) => code.startsWith('a3s.snapshot.rule'))

describe('a3s', () => {
  it('G shows a session with a broken rule, says which rule, and never calls it resumable', async () => {
    const store = await storeOf('a3s', 'a3s/stores/invariants', '.')
    const listed = new Map((await sessionsOf(store)).map((session) => [session.id, session]))
    const rules: Readonly<Record<string, string>> = {
      'inv-run-duplicate': '3.5.3',
      'inv-sequence-equal': '3.5.5',
      'inv-sequence-back': '3.5.5',
      'inv-event-count': '3.5.6',
      'inv-subagent-owner': '3.6'
    }
    for (const [id, rule] of Object.entries(rules)) {
      expect(broken(await findingsOf(store, id)), id).toContain(`a3s.snapshot.rule-${rule}`)
      expect(listed.get(id)?.resumable, id).toBe(false)
    }
  })

  it('G takes gaps, a first sequence above zero and an empty parent for what they are: legal', async () => {
    const store = await storeOf('a3s', 'a3s/stores/invariants', '.')
    expect(broken(await findingsOf(store, 'inv-none-gap'))).toEqual([])
  })

  it('G refuses a blank fork id, and drops no artifact in a fork, however many there are', async () => {
    const { root } = await storeOf('a3s', 'a3s/weather/.a3s/tui/sessions', '.')
    const loaded = loadSnapshot(root, 'barometer-7f3a1c', null)
    if (!loaded.ok || loaded.value === null) throw new Error('absent')
    const artifacts = Array.from({ length: artifactLimits.count + 44 }, (_, number) => ({
      artifact_id: `tool-output:t:${number}`,
      artifact_uri: `a3s://tool-output/t/${number}`,
      tool_name: 't',
      content: 'x'.repeat(100_000),
      original_bytes: 100_000,
      shown_bytes: 100_000
    }))
    const large = withMember(loaded.value.snapshot, 'artifacts', fromPlain(artifacts))
    expect(forkSnapshot(large, ' \t', '/w')).toMatchObject({ ok: false, kind: 'fork-blank-id' })
    const fork = forkSnapshot(large, 'fork', '/w')
    if (!fork.ok) throw new Error(fork.error)
    expect((fork.value.get('artifacts') as readonly JsonObject[]).length).toBe(300)
    const rebuilt = ArtifactStore.ofSnapshot(fork.value)
    rebuilt.put(fromPlain({ ...artifacts[0], artifact_uri: 'a3s://tool-output/t/one-more' }) as JsonObject)
    expect(rebuilt.get('a3s://tool-output/t/299')).toBeDefined()
  })

  it('G says of a session in parts that they need not be of one moment, and lists parts without a session as gone', async () => {
    const store = await storeOf('a3s', 'a3s/stores/legacy', '.')
    expect(codesOf(await findingsOf(store, 'legacy-notes'))).toContain('a3s.session.parts')
    expect(codesOf(await findingsOf(store, 'legacy-minimal'))).not.toContain('a3s.session.parts')
    expect((await sessionsOf(store)).filter(({ state }) => state === 'gone').length).toBeGreaterThan(0)
  })
})

describe('gestura', () => {
  const rows = JSON.parse(readFileSync(join(fixtures, 'outcomes-gestura.json'), 'utf8')) as readonly {
    readonly case: string
    readonly operation: string
    readonly target: string
    readonly outcome: string
    readonly error?: string
  }[]
  const refused = rows.filter(
    ({ operation, error }) =>
      operation === 'checkpoint.restore' && (error === 'UnsupportedSchema' || error === 'InvalidInput')
  )

  it('G has checkpoints of another schema, and one whose session and tasks are of two ids', () => {
    expect(new Set(refused.map(({ error }) => error))).toEqual(new Set(['UnsupportedSchema', 'InvalidInput']))
  })

  it.each(refused)('G does not put back what gestura refuses as $error: $case, $target', async (row) => {
    const store = await storeOf('gestura', row.case === 'gestura' ? 'gestura' : `gestura-bad/${row.case}`)
    const { adapter, source, reading } = store
    const listed = (await unitsOf(store)).flatMap((unit) => unit.checkpoints).find(({ id }) => id === row.target)
    expect(listed).toMatchObject({ restorable: false })
    const session = listed?.sessionId ?? ''
    const shown = (await adapter.checkpoints(source, session, reading)).find(({ id }) => id === row.target)
    expect(shown).toMatchObject({ valid: false, restorable: false })
    expect(shown?.findings.some(({ severity }) => severity === 'problem')).toBe(true)
    const change = { kind: 'restore', sessionId: session, checkpoint: row.target } as const
    await expect(adapter.write?.plan(source, change, reading)).rejects.toThrow()
  })
})

describe('tact', () => {
  it('G lists a session without a resume state as one to view, apart from those that resume', async () => {
    const sessions = await sessionsOf(await storeOf('tact', 'tact'))
    expect(sessions.some(({ resumable }) => resumable)).toBe(true)
    expect(sessions.some(({ resumable }) => !resumable)).toBe(true)
    const store = await storeOf('tact', 'tact-missing-state')
    const listed = await sessionsOf(store)
    const views = listed.filter(({ resumable }) => !resumable)
    expect(views.length).toBeGreaterThan(0)
    const found = await Promise.all(views.map(({ id }) => findingsOf(store, id)))
    expect(found.every((findings) => codesOf(findings).includes('tact.state.missing'))).toBe(true)
  })

  it('G says which format a state has that tact does not read', async () => {
    const store = await storeOf('tact', 'tact-future-state')
    const findings = await Promise.all((await sessionsOf(store)).map(({ id }) => findingsOf(store, id)))
    expect(findings.flatMap(codesOf).some((code) => /^tact\.state\.(?:format|version)$/.test(code))).toBe(true)
  })
})
