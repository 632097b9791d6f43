import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { closedHomes } from './testing/closed-homes'
import { inspectAll } from './testing/several-files'
import { fixtures, homeWith } from './testing/two-homes'

const { open, elsewhere } = closedHomes()

describe('a store that is not here yet', () => {
  it.each([
    ['gestura', 'core/gestura', '.gestura/agent_sessions'],
    ['gemini', 'agents/gemini', '.gemini/tmp'],
    ['claude-code', 'agents/claude-code', '.claude/projects'],
    ['codex', 'agents/codex', '.codex'],
    ['qwen-code', 'agents/qwen-code', '.qwen'],
    ['pi', 'agents/pi', '.pi'],
    ['droid', 'agents/droid', '.factory'],
    ['copilot-cli', 'agents/copilot-cli', '.copilot'],
    ['cline', 'agents/cline', '.cline']
  ] as const)(
    'F5 %s: is made as the agent makes it, and goes again with the undo',
    async (agent, fixture, folder) => {
      const there = await homeWith(fixture, agent)
      const { place, workspace } = await elsewhere()
      open.push(there)
      // What the helper of these tests lays out for Gemini CLI is exactly what shall not be there.
      rmSync(join(place.home, '.gemini'), { recursive: true, force: true })
      await place.scan()
      const found = await inspectAll(place, [there.home])
      const one = found.sessions.find(
        ({ agent: whose, notPut, state }) => whose === agent && notPut === null && state === 'ok'
      )
      const plan = await place.call('import.plan', { importId: found.importId, session: one?.key ?? '', workspace })
      expect(existsSync(join(place.home, folder))).toBe(false)
      const { operationId, state } = await place.call('plan.apply', { planId: plan.planId, digest: plan.digest })
      expect([state, existsSync(join(place.home, folder))]).toEqual(['done', true])
      const made = (await place.list()).find(({ id }) => id === plan.created?.id)
      expect([made?.agent, made?.workspace, made?.state]).toEqual([agent, workspace, 'ok'])
      const undo = await place.call('plan.undo', { operation: operationId })
      await place.call('plan.apply', { planId: undo.planId, digest: undo.digest })
      expect(existsSync(join(place.home, folder))).toBe(false)
    },
    30_000
  )

  it('F5 opencode: says while looking inside that opencode has to be started once', async () => {
    const { place } = await elsewhere()
    const found = await inspectAll(place, [join(fixtures, 'agents', 'opencode')])
    expect(found.sessions[0]?.notPut).toContain('Start opencode once')
  })
})
