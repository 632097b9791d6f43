import { expect, test } from '@playwright/test'
import { fixtureHome } from './pages/fixture-home'
import { expectNoViolations } from './pages/no-violations'
import { ReadyWindow } from './pages/window'

for (const theme of ['light', 'dark'] as const) {
  test.describe(`assistive technology, ${theme}`, () => {
    // Each look at the whole window takes seconds on a slow machine.
    test.describe.configure({ timeout: 180_000 })
    let window: ReadyWindow

    test.beforeAll(async () => {
      window = await ReadyWindow.open({ existing: fixtureHome('gestura', 'tact') })
      await window.setTheme(theme)
    })
    test.afterAll(async () => {
      await window.app.close()
    })

    const nothingFound = () => expectNoViolations(window.page)

    test('finds nothing in the list and in transcripts', async () => {
      await nothingFound()
      for (const words of [
        'celsius tact',
        'test suite tact',
        'wind speed',
        'celsius gestura',
        'New Session',
        'deleted'
      ]) {
        await window.list.filter.fill(words)
        await window.list.rows.first().click()
        await expect(window.detail.title).toBeVisible()
        await window.page.waitForTimeout(500)
        await nothingFound()
      }
    })

    test('finds nothing in the other tabs', async () => {
      await window.openSession('Please add a celsius helper', { agent: 'gestura' })
      for (const name of ['Checkpoints', 'Config', 'Findings', 'Raw']) {
        await window.detail.tab(name).click()
        await window.page.waitForTimeout(400)
        await nothingFound()
      }
      await window.detail.tab('Transcript').click()
    })

    test('finds nothing in sheets and menus', async () => {
      for (const key of ['?', 'Control+k', 'Control+,']) {
        await window.list.rows.first().focus()
        await window.page.keyboard.press(key)
        await window.page.getByRole('dialog').waitFor()
        await nothingFound()
        await window.page.keyboard.press('Escape')
        await expect(window.page.getByRole('dialog')).toHaveCount(0)
      }
      await window.list.region.getByRole('button', { name: /^Sort:/ }).click()
      await nothingFound()
      await window.page.keyboard.press('Escape')
    })

    test('finds nothing in the pages of an agent and of operations, and in a small window', async () => {
      await window.rail.getByRole('button', { name: /^Operations/ }).click()
      await nothingFound()
      await window.rail.getByRole('button', { name: /^tact/ }).click()
      await window.list.region.getByRole('button', { name: 'About this source' }).click()
      await nothingFound()
      await window.resize(900, 600)
      await window.rail.getByRole('button', { name: /^All sessions/ }).click()
      await nothingFound()
      await window.openSession('Please add a celsius helper', { agent: 'gestura' })
      await nothingFound()
      await window.resize(1440, 900)
    })

    test('finds nothing in the search of a session', async () => {
      await window.openSession('Please add a celsius helper', { agent: 'gestura' })
      await window.page.keyboard.press('Control+f')
      await window.page.getByRole('search').getByRole('textbox').fill('forecast')
      await expect(window.page.getByRole('search').getByRole('status')).toHaveText(/^\d+ entries$/)
      await nothingFound()
      await window.page.keyboard.press('Escape')
    })

    test('moves nothing where the person asked for less motion', async () => {
      const button = window.rail.getByRole('button').first()
      const transition = () => button.evaluate((element) => getComputedStyle(element).transitionProperty)
      expect(await transition()).not.toBe('none')
      await window.page.emulateMedia({ reducedMotion: 'reduce' })
      expect(await transition()).toBe('none')
      await window.page.emulateMedia({ reducedMotion: 'no-preference' })
    })

    test('has landmarks with names', async () => {
      await window.openSession('Please add a celsius helper', { agent: 'gestura' })
      await expect(window.rail).toBeVisible()
      await expect(window.list.region).toBeVisible()
      await expect(window.page.getByRole('main')).toHaveCount(1)
      await expect(window.detail.outline).toBeVisible()
      await expect(window.status).toBeVisible()
      await expect(window.page.getByRole('banner')).toBeVisible()
    })
  })
}
