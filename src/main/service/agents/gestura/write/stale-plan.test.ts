import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { removeTestHomes } from '../../../restore/testing/test-home'
import { put } from '../testing/fixture-home'
import { openHome } from '../testing/open-home'

afterAll(removeTestHomes)

const twoTurns = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const fork = { kind: 'fork', checkpoint: null, entry: null, workspace: null } as const
const create = { kind: 'create-checkpoint', label: 'mine' } as const
const session = `.gestura/agent_sessions/${twoTurns}.json`
const tasks = `.gestura/tasks/${twoTurns}.json`

it.each([
  ['a fork', fork, session],
  ['a checkpoint', create, session],
  ['a checkpoint', create, tasks],
  ['a checkpoint', create, '.gestura/config.yaml']
])('A16 %s is not made from what changed since its plan', async (_, change, path) => {
  const { home, plan, run, picture } = openHome()
  if (path === tasks) put(home, tasks, JSON.stringify({ session_id: twoTurns, tasks: [] }))
  const made = await plan(twoTurns, change)
  appendFileSync(join(home, path), '\n')
  const before = picture()
  await expect(run(made)).rejects.toMatchObject({ failure: { code: 'precondition.failed' } })
  expect(picture()).toEqual(before)
})
