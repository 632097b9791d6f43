import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { AgentAdapter } from '../agents/adapter'
import { adapter as cline } from '../agents/cline/adapter'
import { samples as clineSamples } from '../agents/cline/testing/samples'
import { workedHome as clineHome, threeTurns } from '../agents/cline/testing/worked-home'
import { readingFor } from '../agents/conformance/browse'
import { adapter as copilotCli } from '../agents/copilot-cli/adapter'
import { samples as copilotSamples } from '../agents/copilot-cli/testing/samples'
import { workedHome as copilotHome, twoTurns } from '../agents/copilot-cli/testing/worked-home'
import { adapter as qwenCode } from '../agents/qwen-code/adapter'
import { removeHomes } from '../agents/qwen-code/testing/samples'
import { compressed, workedHome as qwenHome } from '../agents/qwen-code/testing/worked-home'
import { thisMachine } from '../workspaces/path-key'

afterAll(() => {
  removeHomes()
  clineSamples.removeHomes()
  copilotSamples.removeHomes()
})

const agents: readonly (readonly [
  string,
  AgentAdapter,
  () => { readonly home: string; readonly workspace: string },
  string
])[] = [
  ['Qwen Code', qwenCode, qwenHome, compressed],
  ['Copilot CLI', copilotCli, copilotHome, twoTurns],
  ['Cline', cline, clineHome, threeTurns]
]

describe('files of a session whose folder was moved', () => {
  it.each(agents)(
    'B1 F7 are put back by %s where the folder is now, and nowhere else',
    async (_, adapter, make, id) => {
      const { home, workspace } = make()
      const to = join(home, 'elsewhere')
      renameSync(workspace, to)
      const [source] = await adapter.locate({ home, env: {}, platform: 'linux', cwd: home, settings: [], flags: [] })
      const [point] = source === undefined ? [] : (await adapter.checkpoints(source, id, readingFor())).toReversed()
      if (source === undefined || point === undefined) throw new Error('there is nothing to go back to')
      const change = { kind: 'restore', sessionId: id, checkpoint: point.id } as const
      const plan = (moves?: { relocations: { from: string; to: string }[] }) =>
        adapter.write?.plan(source, change, {
          ...readingFor(),
          ...(moves !== undefined && { moves: { ...moves, ground: thisMachine } })
        })
      const files = (await plan({ relocations: [{ from: workspace, to }] }))?.steps.filter(({ id }) =>
        id.startsWith('file-')
      )
      expect(files?.length).toBeGreaterThan(1)
      for (const { path, approvedRoot } of files ?? [])
        expect([path.startsWith(`${to}/`), approvedRoot]).toEqual([true, to])
      expect(existsSync(workspace)).toBe(false)
      await expect(plan()).rejects.toMatchObject({ failure: { code: 'refused' } })
    }
  )
})
