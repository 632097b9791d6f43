import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome } from './support/command'
import type { ListAnswer } from './support/shapes'

const id = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const longAgo = new Date('2020-02-02T02:02:02Z')

/** A folder whose time of last access is older than its last change, so that a look into it shows in the former. */
function unvisited(folder: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'mcp.json'), '{}')
  utimesSync(folder, longAgo, new Date())
  return folder
}

const lastVisit = (folder: string) => statSync(folder).atimeMs

/** Whether this disk notes visits at all. */
function notesVisits(folder: string): boolean {
  readdirSync(unvisited(folder))
  return lastVisit(folder) !== longAgo.getTime()
}

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
  expect(lastVisit(workspace)).toBe(longAgo.getTime())
  home.dispose()
})
