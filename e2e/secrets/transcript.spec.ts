import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from '@playwright/test'
import { expectNoViolations } from '../window/pages/no-violations'
import { ReadyWindow } from '../window/pages/window'
import { LeakSearch } from './find-leaks'
import { hearMessages, takeMessages } from './hear-messages'
import { ToldSecrets } from './told-secrets'

const told = new ToldSecrets()
const search = new LeakSearch(told.secrets)

test.describe('secrets in a transcript', () => {
  test.describe.configure({ timeout: 120_000 })
  let window: ReadyWindow
  const leaks = async () => search.find('page', await window.page.content())
  /** The start of the transcript, where the secrets are. */
  const top = async () => {
    await window.detail.tab('Transcript').click()
    await window.detail.entries.first().focus()
    await window.page.keyboard.press('Home')
    await chips().first().waitFor()
  }
  const chips = () => window.detail.feed.locator('[data-mask]')
  const copied = () => window.app.app.evaluate(({ clipboard }) => clipboard.readText())

  test.beforeAll(async () => {
    window = await ReadyWindow.open({ existing: told.home })
    await hearMessages(window.app.app)
    await window.page.reload()
    await window.list.rows.first().waitFor()
    await window.list.rows.first().click()
    await window.detail.entries.first().waitFor()
  })
  test.afterAll(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
    rmSync(told.home, { recursive: true, force: true, maxRetries: 20 })
  })

  test('F1 are masked in the list, the header, the outline and the entries, and in every message to the page', async () => {
    await expect(window.list.rows.first()).toContainText('Use ANTHROPIC_API_KEY=‹masked: api key›')
    await top()
    await expect(chips().first()).toBeVisible()
    await expect(chips().first()).toHaveAttribute('aria-label', 'masked, api key')
    expect(await leaks()).toEqual([])
    for (const { name, text } of await takeMessages(window.app.app)) expect(search.find(name, text)).toEqual([])
    await window.inEveryLook('masks-in-transcript')
    await expectNoViolations(window.page)
  })

  test('F1 one is shown after a click, and masked again after another', async () => {
    await window.resize(1440, 900)
    await top()
    const [first, second] = [chips().first(), chips().nth(1)]
    await first.click()
    await expect(first).toHaveText(told.key)
    await expect(first).toHaveAttribute('aria-pressed', 'true')
    await expect(second).not.toHaveText(told.key)
    await window.inBothThemes((theme) => window.app.screenshot(`mask-revealed-${theme}`))
    await first.click()
    await expect(first).toHaveText('masked: api key')
    expect(await leaks()).toEqual([])
  })

  test('F1 a key opens it too, which is said, and it closes when it leaves the view', async () => {
    await top()
    await chips().first().focus()
    await window.page.keyboard.press('Enter')
    await expect(chips().first()).toHaveText(told.key)
    await expect(window.page.getByText('revealed, api key')).toBeAttached()
    await window.detail.feed.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect.poll(leaks).toEqual([])
    await top()
    await expect(chips().first()).toHaveText('masked: api key')
  })

  test('F1 copies stay masked, also of an entry in which one is shown', async () => {
    await top()
    await chips().first().click()
    await expect(chips().first()).toHaveText(told.key)
    await window.detail.entries.first().getByRole('button', { name: 'Copy this entry' }).click()
    await expect.poll(copied).toContain('ANTHROPIC_API_KEY=‹masked: api key›')
    expect(search.find('clipboard', await copied())).toEqual([])
    await chips().first().click()
  })

  test('F1 the records are masked as well, with one shown after a click', async () => {
    await top()
    await window.detail.entries.first().focus()
    await window.page.keyboard.press('Control+5')
    const records = window.page.getByRole('tabpanel', { name: 'Raw' })
    await expect(records.locator('[data-mask]')).toHaveText('masked: api key')
    expect(await leaks()).toEqual([])
    await window.inBothThemes((theme) => window.app.screenshot(`masks-in-records-${theme}`))
    await records.locator('[data-mask]').click()
    await expect(records.locator('[data-mask]')).toHaveText(told.key)
    await window.detail.tab('Findings').click()
    await expect.poll(leaks).toEqual([])
  })

  test('F1 a report says how many of each kind there are, and leads to each', async () => {
    await window.detail.tab('Findings').click()
    const section = window.page.getByRole('region', { name: 'Secrets' })
    await section.getByRole('button', { name: 'Look for secrets' }).click()
    await expect(section.getByRole('status')).toContainText('Secrets: 3 kinds, 6 places')
    await section.getByRole('button', { name: /password/ }).click()
    await window.inEveryLook('secrets-report')
    await expectNoViolations(window.page)
    expect(await leaks()).toEqual([])
    await section.getByRole('button', { name: /^Show place 2 of 2: password/ }).click()
    await expect(window.detail.tab('Transcript')).toHaveAttribute('aria-selected', 'true')
    await expect(window.detail.feed.getByText('masked: password').first()).toBeVisible()
  })

  test('F1 nothing of them is in our own files', async () => {
    const files = readdirSync(window.app.own, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile()
    )
    expect(files.length).toBeGreaterThan(2)
    for (const entry of files) {
      const path = join(entry.parentPath, entry.name)
      expect(search.find(relative(window.app.own, path), readFileSync(path))).toEqual([])
    }
    // The agent's own file has them still, byte for byte.
    expect(readFileSync(told.path, 'utf8')).toContain(told.key)
  })
})
