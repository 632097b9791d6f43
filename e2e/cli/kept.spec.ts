import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome } from './support/command'
import { fileStates } from './support/file-state'
import type { CheckpointsAnswer, ShowAnswer } from './support/shapes'

const agents = [
  {
    agent: 'gestura',
    id: 'fa767501-1b54-466b-9c6b-0727a648a8cc',
    roots: [],
    lost: ['.gestura/agent_sessions', '.gestura/checkpoints']
  },
  { agent: 'tact', id: '01a227dc-1948-77e3-bb4e-a12ee0fbf44f', roots: [], lost: ['.tact/sessions'] },
  {
    agent: 'a3s',
    id: 'barometer-7f3a1c',
    roots: ['weather/.a3s/tui/sessions'],
    lost: ['weather/.a3s/tui/sessions/v1/sessions']
  }
] as const

for (const { agent, id, roots, lost } of agents) {
  test(`a kept session of ${agent} is shown as it was then, also after the agent has lost it`, async () => {
    // Ten starts of the command, which take their time on a busy machine.
    test.setTimeout(240_000)
    const home = new CommandHome(agent)
    try {
      const at = roots.flatMap((root) => ['--root', `a3s=${join(home.home, root)}`])
      const session = `${agent}:${id}`
      const before = await home.json<ShowAnswer>(['show', session, '--raw', ...at])
      const { checkpoint } = await home.json<{ checkpoint: { id: string } }>(['capture', session, ...at])
      const shown = (...more: string[]) =>
        home.json<ShowAnswer>(['show', session, '--checkpoint', checkpoint.id, ...more, ...at])
      for (const path of lost) rmSync(join(home.home, path), { recursive: true })
      const store = fileStates(home.home)
      const kept = await shown('--raw')
      expect(kept.entries).toEqual(before.entries)
      expect(kept.accounting).toEqual(before.accounting)
      expect(
        (await shown('--after', before.entries[0]?.id ?? '', '--limit', '2')).entries.map((entry) => entry.id)
      ).toEqual(before.entries.slice(1, 3).map((entry) => entry.id))
      const text = await home.run(['show', session, '--checkpoint', checkpoint.id.slice(0, 12), ...at])
      expect([text.code, text.err]).toEqual([0, ''])
      for (const { kind, text: words } of kept.entries)
        if (kind === 'user') expect(text.out).toContain(words.slice(0, 40))
      expect(fileStates(home.home)).toEqual(store)
      // Nothing of what was laid out to be read is left behind.
      const scratch = join(home.own, 'scratch')
      expect(existsSync(scratch) ? readdirSync(scratch) : []).toEqual([])
      const listed = await home.json<CheckpointsAnswer>(['checkpoints', session, ...at])
      expect(listed.checkpoints.map((each) => each.id)).toContain(checkpoint.id)
      const none = await home.run(['show', session, '--checkpoint', 'kept-0', '--json', ...at])
      expect(none.code).toBe(1)
      expect(JSON.parse(none.out)).toMatchObject({ error: { code: 'not.found' } })
    } finally {
      home.dispose()
    }
  })
}
