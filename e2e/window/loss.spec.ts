import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, test } from '@playwright/test'
import { fixtureHome } from './pages/fixture-home'
import { expectNoViolations } from './pages/no-violations'
import { ReadyWindow } from './pages/window'

const file = (id: string) => `.gestura/agent_sessions/${id}.json`
const withoutCheckpoints = file('acf19325-7ff2-40f9-a71b-8a29a94f6b29')
const withCheckpoints = file('fa767501-1b54-466b-9c6b-0727a648a8cc')

test.describe('a session that is lost while it is shown', () => {
  let home: string
  let window: ReadyWindow
  let banner: Locator

  test.beforeEach(async () => {
    home = fixtureHome('gestura')
    window = await ReadyWindow.open({ existing: home })
    banner = window.page.getByRole('main').getByRole('status').filter({ hasText: 'what you see was read before' })
  })
  test.afterEach(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
  })

  test('is said to be gone, from where and since when; what was read stays, and Close ends it', async () => {
    const copy = file('00000000-7ff2-40f9-a71b-8a29a94f6b29')
    const text = readFileSync(join(home, withoutCheckpoints), 'utf8').replaceAll('acf19325-', '00000000-')
    writeFileSync(join(home, copy), text.replaceAll('hello', 'nobody kept a checkpoint of this'))
    await window.openSession('nobody kept a checkpoint of this')
    await expect(window.detail.entries).toHaveCount(2)
    rmSync(join(home, copy))
    await expect(banner).toContainText(
      /^This session is gone from …\/\.gestura\/agent_sessions since \d\d:\d\d; what you see was read before/
    )
    await expect(banner).toContainText('No checkpoint of it is known')
    await expect(window.detail.entries).toHaveCount(2)
    await window.inBothThemes(() => expectNoViolations(window.page))
    await banner.getByRole('button', { name: 'Close' }).click()
    await expect(window.page.getByText('No session is open')).toBeVisible()
  })

  test('names what can bring it back, and takes its word back when it is there again', async () => {
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
    const bytes = readFileSync(join(home, withCheckpoints))
    rmSync(join(home, withCheckpoints))
    await expect(banner).toContainText('This session is gone')
    await expect(banner).toContainText('checkpoints can bring it back')
    await window.inEveryLook('window-lost')
    await banner.getByRole('button', { name: 'Show its checkpoints' }).click()
    await expect(window.page.getByRole('listbox', { name: 'Checkpoints, newest first' })).toBeVisible()
    writeFileSync(join(home, withCheckpoints), bytes)
    await expect(banner).toHaveCount(0)
  })

  test('is said to be unreadable when its file breaks', async () => {
    await window.openSession('hello')
    writeFileSync(join(home, withoutCheckpoints), '{ "broken')
    await expect(banner).toContainText('This session cannot be read any more')
    await expect(window.detail.entries).toHaveCount(2)
  })
})
