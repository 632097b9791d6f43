import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Inspection } from '@shared/domain/import'
import type { Plan } from '@shared/domain/plan'
import { contract, type OperationName } from '@shared/ipc/contract'
import type { Envelope } from '@shared/ipc/envelope'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adapters } from '../agents/registry'
import { inlineReaders } from '../readers/inline-readers'
import { FakePrograms, piSession } from '../resume/testing/fake-programs'
import { createService, type Service } from '../service'
import { jsonBytes, largestAnswer } from '../transcripts/answer-size'

const fixtures = fileURLToPath(new URL('../../../../e2e/fixtures/core/', import.meta.url))
const restorable = 'gestura'
const damagedId = 'af74240a-9ca1-4410-812f-e769993f224b'
/** A session whose agent is on PATH. */
const resumable = '01a22751-0000-7000-8000-000000000001'

let folder: string
let service: Service
/** What one answer gave and a later input needs. */
const known: Record<string, string> = {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-contract-'))
  const home = join(folder, 'home')
  for (const part of ['gestura', 'tact']) cpSync(join(fixtures, part), home, { recursive: true })
  makeLong(join(home, '.gestura', 'agent_sessions'))
  makeDamaged(join(home, '.gestura', 'agent_sessions', `${damagedId}.json`))
  makePurged(home)
  const programs = new FakePrograms(home)
  programs.agent('pi', '0.73.1')
  programs.terminal('xdg-terminal-exec', null)
  piSession(home, resumable, join(home, 'work'))
  const look = {
    home,
    env: { SHELL: programs.loginShell() },
    platform: process.platform,
    cwd: home,
    flags: [{ agent: 'a3s', path: join(fixtures, 'a3s/weather/.a3s/tui/sessions') }] as const
  }
  service = await createService({ home: join(folder, 'own'), adapters, look, readers: inlineReaders })
  await call('scan.run', {})
}, 60_000)
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Makes the texts of one session so long that nothing of it fits one answer. */
function makeLong(sessions: string): void {
  const [name = ''] = readdirSync(sessions).filter((file) => file.startsWith('fa767501'))
  const path = join(sessions, name)
  const session = JSON.parse(readFileSync(path, 'utf8'))
  for (const message of session.state.messages)
    message.content = `${message.content} DB_PASSWORD=tide-4711 ${'long \u0001'.repeat(400_000)}`
  for (const tool of session.state.tool_calls) tool.result = 'result '.repeat(400_000)
  writeFileSync(path, JSON.stringify(session))
}

/** A byte order mark, which gestura does not take. */
function makeDamaged(path: string): void {
  writeFileSync(path, `\ufeff${readFileSync(path, 'utf8')}`)
}

function call(op: string, input: unknown): Promise<Envelope<unknown>> {
  return service.dispatch(op, input, {
    traceId: 'contract',
    signal: new AbortController().signal,
    progress: () => undefined
  })
}

async function value<T>(op: OperationName, input: unknown): Promise<T> {
  const envelope = await call(op, input)
  if (!envelope.ok) throw new Error(`${op}: ${JSON.stringify(envelope.error)}`)
  return envelope.value as T
}

const operations = (Object.keys(contract) as OperationName[]).filter((name) => contract[name].by === 'service')
/** A key that gestura has no use for. */
function keyFile(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'reprise-key-')), 'key')
  writeFileSync(path, '00ff', { mode: 0o600 })
  return path
}

const long = () => ({ source: known.source ?? '', id: known.long ?? '' })
/** A session that Qwen Code removed after it was listed. */
const gone = () => ({ source: known.goneSource ?? '', id: 'purged' })
const damaged = () => ({ source: known.source ?? '', id: damagedId })
const resumed = () => ({ source: known.resumableSource ?? '', id: resumable })

const purgedPath = (home: string) => join(home, '.qwen/projects/-w/chats/purged.jsonl')

function makePurged(home: string): void {
  const timestamp = '2026-11-01T00:00:00.000Z'
  const message = { role: 'user', parts: [{ text: 'hello' }] }
  const record = { uuid: 'u', parentUuid: null, sessionId: 'purged', type: 'user', cwd: '/w', timestamp, message }
  mkdirSync(dirname(purgedPath(home)), { recursive: true })
  writeFileSync(purgedPath(home), `${JSON.stringify(record)}\n`)
}

/** A good input for each operation, made from what the home holds. The compiler wants one for each. */
const inputs: Record<Exclude<OperationName, `shell.${string}`>, () => unknown> = {
  'app.info': () => ({}),
  'sources.list': () => ({}),
  'source.key': () => ({ source: known.source ?? '', path: keyFile() }),
  'sessions.page': () => ({ query: { children: true }, offset: 0, limit: 500 }),
  'sessions.locate': () => ({ query: {}, session: long() }),
  'sessions.facets': () => ({}),
  'sessions.get': () => ({ session: long() }),
  'sessions.activity': () => ({ sessions: [long()] }),
  'transcript.page': () => ({ session: long(), from: 'start', direction: 'forward', limit: 500 }),
  'transcript.outline': () => ({ session: long() }),
  'transcript.text': () => ({ session: long(), entry: known.entry, field: 'text', offset: 0 }),
  'transcript.holding': () => ({ session: long(), entries: [known.entry], words: 'a' }),
  'transcript.raw': () => ({ session: long(), entry: known.entry }),
  'transcript.image': () => ({
    session: known.imageSession && JSON.parse(known.imageSession),
    entry: known.imageEntry,
    index: 0
  }),
  'transcript.account': () => ({ session: long() }),
  'transcript.reveal': () => ({ session: long(), entry: known.entry, mask: known.mask }),
  'secrets.report': () => ({ session: long() }),
  'transcript.close': () => ({ session: { ...long(), checkpoint: 'kept-0-00000000' } }),
  'workspace.locate': () => ({ from: '/w', to: folder }),
  'lineage.show': () => ({ session: long() }),
  'session.remains': () => ({ session: long() }),
  'session.forget': () => ({ session: gone() }),
  'transcript.remember': () => ({ session: long(), cursor: 'somewhere' }),
  'checkpoints.list': () => ({ session: long() }),
  'tasks.list': () => ({ session: long() }),
  'config.show': () => ({ session: long() }),
  'prompts.recent': () => ({ limit: 500 }),
  'findings.list': () => ({}),
  'scan.run': () => ({}),
  'compare.make': () => ({ a: { ...long(), checkpoint: known.checkpoint }, b: long() }),
  'compare.runs': () => ({ id: known.compared, part: 'transcript' }),
  'compare.rows': () => ({ id: known.compared, part: 'transcript' }),
  'compare.text': () => ({ id: known.compared, part: 'transcript', row: 0 }),
  'compare.patch': () => ({ id: known.compared }),
  'compare.step': () => ({ planId: known.planId, step: known.step }),
  'plan.make': () => ({ kind: 'restore', session: long(), checkpoint: known.checkpoint }),
  'plan.get': () => ({ planId: known.planId }),
  'plan.apply': () => ({ planId: known.planId, digest: known.digest, choices: JSON.parse(known.choices ?? '{}') }),
  'operations.ended': () => ({}),
  'operations.list': () => ({}),
  'plan.undo': () => ({ operation: known.operation }),
  'lease.state': () => ({}),
  'lease.takeOver': () => ({ epoch: Number(known.leaseEpoch ?? 0) }),
  'repair.find': () => ({ session: damaged() }),
  'repair.copy': () => ({ session: damaged() }),
  'capture.make': () => ({ session: long(), label: 'before the trip' }),
  'bundle.preview': () => ({ session: long() }),
  'bundle.make': () => ({ session: long(), path: join(folder, 'long.reprise'), replace: true }),
  'export.make': () => ({ session: long(), format: 'html', path: join(folder, 'long.html'), replace: true }),
  'import.inspect': () => ({ path: join(folder, 'long.reprise') }),
  'import.configuration': () => ({ importId: known.importId ?? '', input: 0 }),
  'import.keep': () => ({ importId: known.importId ?? '' }),
  'import.plan': () => ({
    importId: known.importId ?? '',
    session: known.importKey ?? '',
    workspace: join(folder, 'home')
  }),
  'import.close': () => ({ importId: known.importId ?? '' }),
  'import.folder': () => ({ path: folder }),
  'vault.show': () => ({}),
  'vault.label': () => ({ id: known.kept, label: null }),
  'vault.prune': () => ({}),
  'resume.check': () => ({ session: resumed() }),
  'resume.start': () => ({ session: resumed() }),
  'resume.terminals': () => ({}),
  'settings.get': () => ({}),
  'settings.set': () => ({ theme: 'light' }),
  doctor: () => ({})
}

describe('every operation of the service', () => {
  it('has a handler', async () => {
    expect(Object.keys(inputs).sort()).toEqual([...operations].sort())
    for (const op of operations) expect(await call(op, inputs[op as keyof typeof inputs]()), op).toBeDefined()
  }, 60_000)

  it.each(operations)('%s refuses a malformed input', async (op) => {
    for (const input of [null, 'text', 7, []]) {
      expect(await call(op, input)).toMatchObject({ ok: false, error: { code: 'bad.input' } })
    }
    const good = inputs[op as keyof typeof inputs]()
    for (const key of Object.keys(good as object)) {
      expect(await call(op, { ...(good as object), [key]: 12.5 }), key).toMatchObject({
        error: { code: 'bad.input' }
      })
    }
  })

  it('finds what the following inputs need', async () => {
    const { rows } = await value<{ rows: { agent: string; source: string; id: string }[] }>('sessions.page', {
      query: { agent: restorable },
      offset: 0,
      limit: 100
    })
    const row = rows.find(({ id }) => id.startsWith('fa767501'))
    known.source = row?.source ?? ''
    const { sources } = await value<{ sources: { id: string; agent: string }[] }>('sources.list', {})
    known.resumableSource = sources.find(({ agent }) => agent === 'pi')?.id ?? ''
    known.long = row?.id ?? ''
    known.goneSource = sources.find(({ agent }) => agent === 'qwen-code')?.id ?? ''
    rmSync(purgedPath(join(folder, 'home')))
    await value('scan.run', {})
    const page = await value<{ entries: { id: string; text: string }[] }>('transcript.page', {
      session: long(),
      from: 'start',
      direction: 'forward'
    })
    known.entry = page.entries[0]?.id ?? ''
    known.mask = /·([0-9a-f]{8})›/.exec(page.entries[0]?.text ?? '')?.[1] ?? ''
    const { checkpoints } = await value<{ checkpoints: { id: string; restorable: boolean }[] }>('checkpoints.list', {
      session: long()
    })
    known.checkpoint = checkpoints.find((point) => point.restorable)?.id ?? ''
    const made = await value<Plan>('plan.make', { kind: 'restore', session: long(), checkpoint: known.checkpoint })
    known.planId = made.planId
    known.digest = made.digest
    known.step = made.steps[0]?.id ?? ''
    // The copied files are new, so the session counts as in use; the test wants it put back all the same.
    const others = made.conflicts.map((one) => [one.id, one.options.find(({ value }) => value !== one.default)?.value])
    known.choices = JSON.stringify(Object.fromEntries(others))
    await findImage()
    expect(known.imageEntry).not.toBe(undefined)
  })

  // An undo needs an operation to undo.
  const inOrder = [...operations.filter((op) => op !== 'plan.undo'), 'plan.undo' as const]
  it.each(inOrder)(
    '%s answers as the contract says, in at most 1 MB',
    async (op) => {
      const answer = await call(op, inputs[op as keyof typeof inputs]())
      expect(answer.ok ? null : answer.error).toBe(null)
      if (!answer.ok) return
      const parsed = contract[op].output.safeParse(answer.value)
      expect(parsed.error?.issues).toBe(undefined)
      expect(jsonBytes(answer)).toBeLessThanOrEqual(largestAnswer)
      if (op === 'capture.make') known.kept = (answer.value as { checkpoint: { id: string } }).checkpoint.id
      if (op === 'import.inspect') noteImport(answer.value as Inspection)
      if (op === 'compare.make') known.compared = (answer.value as { id: string }).id
      if (op === 'lease.state') known.leaseEpoch = String((answer.value as { epoch: number }).epoch)
      if (op === 'plan.apply') known.operation = (answer.value as { operationId: string }).operationId
    },
    60_000
  )
})

function noteImport({ importId, sessions }: Inspection): void {
  known.importId = importId
  known.importKey = sessions[0]?.key ?? ''
}

/** Looks for an image anywhere in the home. */
async function findImage(): Promise<void> {
  const { rows } = await value<{ rows: { source: string; id: string; state: string }[] }>('sessions.page', {
    query: {},
    offset: 0,
    limit: 100
  })
  for (const { source, id, state } of rows) {
    if (state === 'gone') continue
    const session = { source, id }
    const { entries } = await value<{ entries: { id: string; images?: unknown[] }[] }>('transcript.page', {
      session,
      from: 'start',
      direction: 'forward',
      limit: 100
    })
    const entry = entries.find((one) => one.images && one.images.length > 0)
    if (!entry) continue
    known.imageSession = JSON.stringify(session)
    known.imageEntry = entry.id
    return
  }
}
