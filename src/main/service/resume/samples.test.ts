import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AgentId } from '@shared/domain/agents'
import type { ResumeCheck } from '@shared/domain/resume'
import type { SessionSummary } from '@shared/domain/session'
import type { InputOf, OperationName, OutputOf } from '@shared/ipc/contract'
import type { Envelope } from '@shared/ipc/envelope'
import { afterAll, describe, expect, it } from 'vitest'
import { adapters } from '../agents/registry'
import { inlineReaders } from '../readers/inline-readers'
import { pictureOf } from '../restore/testing/test-home'
import { createService } from '../service'
import { FakePrograms } from './testing/fake-programs'

const fixtures = fileURLToPath(new URL('../../../../e2e/fixtures/', import.meta.url))
const homes: string[] = []
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

/** The words after the program, and what is known to speak against the samples besides their folders, which are on no machine of a test. */
const agents: Readonly<
  Partial<Record<AgentId, { readonly argv: (id: string) => string[]; readonly also?: readonly string[] }>>
> = {
  tact: { argv: (id) => ['--workspace', expect.any(String), '--resume', id] },
  a3s: { argv: (id) => ['code', 'resume', id], also: ['program.flags', 'a3s.workspace'] },
  'claude-code': { argv: (id) => ['--resume', id] },
  // The index of the samples names files of the home that they were copied from.
  codex: { argv: (id) => ['resume', id], also: ['codex.index.path'] },
  gemini: { argv: (id) => ['--resume', id] },
  opencode: { argv: (id) => ['--session', id] },
  'qwen-code': { argv: (id) => ['--resume', id] },
  pi: { argv: (id) => ['--session', id] },
  cline: { argv: (id) => ['--id', id, '-i'] },
  'copilot-cli': { argv: (id) => [`--resume=${id}`] },
  droid: { argv: (id) => ['--resume', id], also: ['program.flags'] }
}

describe.skipIf(process.platform === 'win32').each(Object.entries(agents))(
  'pre-flight of real sessions of %s',
  (agent, known) => {
    it('has the command of each, finds nothing against one that is whole, and changes nothing', {
      timeout: 60_000
    }, async () => {
      const home = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-samples-')))
      homes.push(home)
      cpSync(join(fixtures, agent === 'tact' || agent === 'a3s' ? 'core' : 'agents', agent), join(home, 'home'), {
        recursive: true
      })
      const programs = new FakePrograms(home)
      const program = adapters.find((one) => one.agent === agent)?.resume?.program ?? ''
      programs.agent(program, '99.0.0')
      const { rows, check, close } = await serviceOn(home, agent as AgentId, programs.loginShell())
      expect(rows.length).toBeGreaterThan(2)
      const before = pictureOf(join(home, 'home'))
      for (const row of rows) {
        const answer = await check(row)
        expect(answer.command).toMatchObject({
          program: join(programs.folder, program),
          argv: known.argv(row.id),
          env: {}
        })
        if (agent !== 'a3s') expect(answer.command?.cwd).toBe(row.workspace)
        const against = answer.reasons.map(({ code }) => code).filter((code) => code !== 'directory.missing')
        if (row.resumable === true) expect(against.filter((code) => !known.also?.includes(code))).toEqual([])
        if (row.resumable === false) expect([row.id, answer.answer]).toEqual([row.id, 'doesNot'])
        if (agent !== 'a3s' && row.workspace?.includes('café'))
          expect(answer.shown?.sh).toContain(`cd '/home/dev/My Projects/café.app_v2' && ${program} `)
      }
      expect(pictureOf(join(home, 'home'))).toEqual(before)
      expect(programs.starts(program).map(({ argv }) => argv)).toEqual([['--version']])
      await close()
    })
  }
)

async function serviceOn(home: string, agent: AgentId, shell: string) {
  const flags = agent === 'a3s' ? [{ agent, path: join(home, 'home/weather/.a3s/tui/sessions') }] : []
  const look = { home: join(home, 'home'), env: { SHELL: shell }, platform: process.platform, cwd: home, flags }
  const service = await createService({ home: join(home, 'own'), adapters, look, readers: inlineReaders })
  const call = async <N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> => {
    const context = { traceId: 't', signal: new AbortController().signal, progress: () => undefined }
    const envelope = (await service.dispatch(name, input, context)) as Envelope<OutputOf<N>>
    if (!envelope.ok) throw new Error(envelope.error.message)
    return envelope.value
  }
  await call('scan.run', {})
  const { rows } = await call('sessions.page', { query: { children: true, agent }, offset: 0, limit: 500 })
  const check = ({ source, id }: SessionSummary): Promise<ResumeCheck> =>
    call('resume.check', { session: { source, id } })
  return { rows, check, close: () => service.close() }
}
