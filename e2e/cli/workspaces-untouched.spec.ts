import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { notesVisits, unvisited, wasVisited } from '../support/unvisited'
import { CommandHome } from './support/command'
import type { ListAnswer } from './support/shapes'

const id = 'fa767501-1b54-466b-9c6b-0727a648a8cc'

test('F7 reading a session, its configuration and its plan does not look into the folder it worked in', async () => {
  const home = new CommandHome('gestura')
  test.skip(!notesVisits(join(home.home, 'control')), 'not run: this disk does not note visits')
  const workspace = unvisited(join(home.home, 'Documents', 'project'))
  const file = join(home.home, '.gestura', 'agent_sessions', `${id}.json`)
  const stored = readFileSync(file, 'utf8')
  writeFileSync(file, stored.replaceAll('/home/dev/weather', workspace))
  const { sessions } = JSON.parse((await home.run(['list', '--json'])).out) as ListAnswer
  expect(sessions.find((session) => session.id === id)?.workspace).toBe(workspace)
  for (const args of [['show', '--raw'], ['checkpoints'], ['tasks'], ['config']]) {
    const [command = '', ...more] = args
    expect((await home.run([command, `gestura:${id}`, ...more])).code, command).toBe(0)
  }
  expect((await home.run(['plan', `gestura:${id}`, '07ac196d-04a4-439f-a0c2-f9ab04fe799e'])).code).toBe(0)
  expect(wasVisited(workspace)).toBe(false)
  home.dispose()
})
