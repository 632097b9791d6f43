import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome } from './support/command'
import type { ShowAnswer } from './support/shapes'

const id = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const session = `gestura:${id}`

test('gestura-7 forks a session from what was kept, after gestura has lost it, and takes the fork back', async () => {
  const home = new CommandHome('gestura')
  try {
    const before = await home.json<ShowAnswer>(['show', session])
    const { checkpoint } = await home.json<{ checkpoint: { id: string } }>(['capture', session])
    rmSync(join(home.home, '.gestura', 'agent_sessions', `${id}.json`))
    const plan = await home.json<{ planId: string; digest: string; steps: { action: string; what: string }[] }>([
      'fork',
      session,
      '--at',
      checkpoint.id
    ])
    expect(plan.steps.map(({ action, what }) => [action, what])).toEqual([['create', 'session']])
    const done = await home.run(['apply', plan.planId, '--digest', plan.digest])
    expect(done.code).toBe(0)
    const name = /The new session: (\S+)/.exec(done.out)?.[1] ?? ''
    expect(name).not.toContain(id)
    const fork = await home.json<ShowAnswer>(['show', name])
    expect(fork.entries.map(({ text }) => text)).toEqual(before.entries.map(({ text }) => text))
    const operation = /reprise undo (\S+)/.exec(done.out)?.[1] ?? ''
    expect((await home.run(['undo', operation])).code).toBe(0)
    expect((await home.run(['show', name])).code).not.toBe(0)
  } finally {
    home.dispose()
  }
})
