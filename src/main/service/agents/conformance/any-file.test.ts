import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentId } from '@shared/domain/agents'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { AgentAdapter, Reading, SourceLocation } from '../adapter'
import { adapterOf } from '../registry'
import type { AdapterChange } from '../write-part'
import { fileDamage } from './arbitrary-file-damage'
import { browse, expectedOr, readingFor } from './browse'
import { fileState } from './file-state'
import { fuzzRuns, fuzzTime } from './fuzz-runs'

interface Store {
  readonly name: string
  readonly agent: AgentId
  readonly fixture: string
  /** Below the home, for a place where the agent is not looked for by itself. */
  readonly flag?: string
  readonly sealed?: true
}

const stores: readonly Store[] = [
  { name: 'gestura', agent: 'gestura', fixture: 'core/gestura' },
  { name: 'tact', agent: 'tact', fixture: 'core/tact-wal' },
  { name: 'tact before its database', agent: 'tact', fixture: 'core/tact-v1-only' },
  { name: 'tact with a configuration', agent: 'tact', fixture: 'core/tact-config' },
  { name: 'a3s', agent: 'a3s', fixture: 'core/a3s/weather', flag: '.a3s/tui/sessions' },
  { name: 'a3s with a log', agent: 'a3s', fixture: 'core/a3s/stores/wal-odd-but-valid', flag: '' },
  { name: 'a3s with an open intent', agent: 'a3s', fixture: 'core/a3s/stores/wal-intent-not-renamed', flag: '' },
  { name: 'a3s, sealed', agent: 'a3s', fixture: 'core/a3s/stores/sealed', flag: '', sealed: true },
  ...(['claude-code', 'codex', 'gemini', 'qwen-code', 'opencode', 'pi', 'cline', 'copilot-cli', 'droid'] as const).map(
    (agent) => ({ name: agent, agent, fixture: `agents/${agent}` })
  )
]

const fixtures = join(process.cwd(), 'e2e', 'fixtures')
const largest = 600_000
/** Of the sessions that a change concerns so many are looked at from every side. */
const mostSessions = 1
const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index))

/** Asks for everything that is made of a session: its checkpoints from every side, and every change that there is, as a plan. */
async function lookFromAllSides(adapter: AgentAdapter, source: SourceLocation, id: string, reading: Reading) {
  const calm = <T>(ask: () => Promise<T> | undefined) => expectedOr(async () => ask())
  await calm(() => adapter.config(source, id, reading))
  await calm(() => adapter.records?.(source, id, reading))
  await calm(() => adapter.parts?.(source, id))
  await calm(() => adapter.checkpointConfig?.(source, id, null, reading))
  await calm(() => adapter.write?.capture(source, id, reading))
  const found = (await calm(() => adapter.checkpoints(source, id, reading))).value ?? []
  const checkpoints = found.slice(0, 2).map((one) => one.id)
  for (const checkpoint of checkpoints) {
    const opened = await calm(() => adapter.openCheckpoint?.(source, id, checkpoint, reading))
    opened.value?.close()
    await calm(() => adapter.checkpointTasks?.(source, id, checkpoint, reading))
    await calm(() => adapter.checkpointConfig?.(source, id, checkpoint, reading))
  }
  for (const change of changesOf(id, checkpoints)) {
    if (adapter.write?.changes.includes(change.kind)) await calm(() => adapter.write?.plan(source, change, reading))
  }
}

function changesOf(sessionId: string, checkpoints: readonly string[]): readonly AdapterChange[] {
  return [
    ...checkpoints.map((checkpoint) => ({ kind: 'restore', sessionId, checkpoint }) as const),
    { kind: 'fork', sessionId, checkpoint: checkpoints[0] ?? null, entry: null, workspace: '/home/dev/elsewhere' },
    { kind: 'create-checkpoint', sessionId, label: null },
    { kind: 'delete', sessionId },
    { kind: 'collect', sessionId },
    { kind: 'migrate', sessionId },
    { kind: 'repair', sessionId, fixes: null }
  ]
}

/** Without the time of the last change of a file's facts: SQLite as root gives the log of a database the owner that it has. */
function stateOf(home: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fileState(home)).map(([name, facts]) => {
      const [inode, mode, size, written, , content] = facts.split(' ')
      return [name, [inode, mode, size, written, content].join(' ')]
    })
  )
}

function filesIn(home: string): readonly string[] {
  return readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(home, name)).isFile() && statSync(join(home, name)).size <= largest)
    .sort()
}

describe('any one file of a store that is damaged', () => {
  let home = ''
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  it.each(stores)(
    'gives findings or refusals in $name, never a crash, and nothing is written',
    async ({ agent, fixture, flag, sealed }) => {
      home = mkdtempSync(join(tmpdir(), 'reprise-any-file-'))
      cpSync(join(fixtures, fixture), home, { recursive: true })
      const adapter = adapterOf(agent)
      const flags = flag === undefined ? [] : [join(home, flag)]
      const look = { home, env: {}, platform: 'linux', cwd: home, settings: [], flags } as const
      const [source] = (await adapter?.locate(look)) ?? []
      if (adapter === undefined || source === undefined) throw new Error(`no source of ${agent} in ${fixture}`)
      const reading: Reading = { ...readingFor(), key: sealed ? key : null }
      const sound = await browse(adapter, source, reading)
      const known = { fingerprint: (unit: string) => sound.units.get(unit) }
      const ids = [...sound.sessions.keys()]
      const names = filesIn(home)
      const where = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
      const input = fc.record({ name: fc.constantFrom(...names), damages: fileDamage(), where })
      await fc.assert(
        fc.asyncProperty(input, async ({ name, damages, where: chosen }) => {
          const path = join(home, name)
          const whole = readFileSync(path)
          writeFileSync(
            path,
            damages.reduce<Buffer>((bytes, each) => Buffer.from(each(bytes)), whole)
          )
          const before = stateOf(home)
          try {
            const { sessions } = await browse(adapter, source, reading, known)
            const concerned = [...sessions.keys(), ids[Math.floor(chosen * ids.length)] ?? '']
            for (const id of concerned.slice(0, mostSessions)) await lookFromAllSides(adapter, source, id, reading)
            await expectedOr(async () => adapter.retention?.(source))
            expect(stateOf(home)).toEqual(before)
          } finally {
            writeFileSync(path, whole)
          }
        }),
        fuzzRuns(4)
      )
    },
    fuzzTime
  )
})
