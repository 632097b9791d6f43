import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentId } from '@shared/domain/agents'
import { describe, expect, it } from 'vitest'
import { closedHomes } from './testing/closed-homes'
import { emptyHome, homeWith, inspect } from './testing/two-homes'

const { open } = closedHomes()

type Fields = Readonly<Record<string, unknown>>

/** Members that name folders, by the agent, of every record of a transcript; text that people or the model wrote is not among them. */
const folderFields: Readonly<Record<string, (record: Fields) => unknown[]>> = {
  'claude-code': ({ cwd }) => [cwd],
  codex: (record) => {
    const { cwd, runtime_workspace_roots: roots, workspace_roots: others } = fields(record.payload)
    return ['turn_context', 'session_meta'].includes(String(record.type)) ? [cwd, ...list(roots), ...list(others)] : []
  },
  gemini: ({ directories }) => list(directories),
  'qwen-code': ({ cwd }) => [cwd],
  pi: ({ cwd }) => [cwd],
  droid: ({ cwd }) => [cwd],
  'copilot-cli': ({ data }) => [fields(fields(data).context).cwd]
}

const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** All records of all transcripts below a folder. */
function recordsBelow(folder: string): readonly Fields[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.jsonl') && statSync(join(folder, name)).isFile())
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => fields(JSON.parse(line)))
}

const cases: readonly { agent: AgentId; folder: string }[] = [
  { agent: 'claude-code', folder: '.claude/projects' },
  { agent: 'codex', folder: '.codex/sessions' },
  { agent: 'gemini', folder: '.gemini/tmp' },
  { agent: 'qwen-code', folder: '.qwen/projects' },
  { agent: 'pi', folder: '.pi/agent/sessions' },
  { agent: 'droid', folder: '.factory/sessions' },
  { agent: 'copilot-cli', folder: '.copilot/session-state' }
]

describe('folders of then', () => {
  it('F5 have to be named from the root where they are here', async () => {
    const there = await homeWith('agents/pi', 'pi')
    const { place, workspace } = await emptyHome()
    open.push(there, place)
    const found = await inspect(place, there.home)
    const wish = { importId: found.importId, session: found.sessions[0]?.key ?? '' }
    const map = [{ was: '/home/dev', here: 'dev' }]
    for (const each of [
      { ...wish, workspace: 'work' },
      { ...wish, workspace, map }
    ]) {
      await expect(place.call('import.plan', each)).rejects.toMatchObject({ failure: { code: 'bad.input' } })
    }
  })

  for (const { agent, folder } of cases) {
    it(`F5 ${agent}: every field that names one is where the table says, and the table can be changed by hand`, async () => {
      const there = await homeWith(`agents/${agent}`, agent)
      const { place, workspace } = await emptyHome(folder)
      open.push(there, place)
      const found = await inspect(place, there.home)
      const map = [{ was: '/home/dev', here: '/srv/dev' }]
      let done = 0
      for (const { key, state, notPut } of found.sessions) {
        if (state !== 'ok' || notPut !== null) continue
        const wish = { importId: found.importId, session: key, workspace, map }
        const plan = await place.call('import.plan', wish).catch(() => null)
        if (plan === null) continue
        expect(plan.notes.join(' ')).toContain('/home/dev is /srv/dev here')
        await place.call('plan.apply', { planId: plan.planId, digest: plan.digest })
        done += 1
      }
      expect(done).toBeGreaterThan(1)
      const named = recordsBelow(join(place.home, folder)).flatMap((record) => folderFields[agent]?.(record) ?? [])
      const folders = [...new Set(named.filter((each) => typeof each === 'string'))]
      expect(folders).toContain(workspace)
      expect(folders.filter((each) => each.startsWith('/home/dev'))).toEqual([])
    }, 60_000)
  }
})
