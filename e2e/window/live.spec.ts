import { rmSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { childProcesses } from '../support/child-processes'
import { appendReply, fixtureHome } from './pages/fixture-home'
import { ReadyWindow } from './pages/window'

const rewind = '.gestura/agent_sessions/acf19325-7ff2-40f9-a71b-8a29a94f6b29.json'

test.describe('while it is shown', () => {
  let home: string
  let window: ReadyWindow

  test.beforeEach(async () => {
    home = fixtureHome('gestura')
    window = await ReadyWindow.open({ existing: home })
    await window.openSession('hello')
    await window.list.filter.fill('')
  })
  test.afterEach(async () => {
    await window.app.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
  })

  test('a session that goes on shows it, in the list and at the end of the transcript', async () => {
    await expect(window.list.rows.first()).not.toContainText('hello')
    await expect(window.detail.entries).toHaveCount(2)
    appendReply(home, rewind, 'A reply that came just now.', new Date().toISOString())
    await expect(window.detail.entries.last()).toContainText('A reply that came just now.')
    await expect(window.detail.entries).toHaveCount(3)
    await expect(window.list.rows.first()).toContainText('hello')
    await expect(window.list.rows.first()).toContainText('now')
    await expect(window.list.region).toContainText('Today')
    await expect(window.detail.tab('Transcript')).toContainText('3')
    expect(window.app.problems).toEqual([])
  })

  test('a service that dies is started again: it is said, and what is shown stays', async () => {
    const service = childProcesses(window.app.app.process().pid ?? 0).find(({ command }) =>
      command.includes('out/service/entry')
    )
    expect(service).toBeDefined()
    const banner = window.page.getByText('What you see stays.')
    const said = banner.waitFor({ timeout: 10_000 })
    process.kill(service?.pid ?? 0, 'SIGKILL')
    await said
    await expect(window.detail.entries).toHaveCount(2)
    await expect(window.list.rows.first()).toBeVisible()
    await expect(banner).toHaveCount(0, { timeout: 20_000 })
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
    await expect(window.detail.title).toHaveText('Please add a celsius helper to the forecast script.')
  })
})
