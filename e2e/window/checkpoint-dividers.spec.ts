import { expect, test } from '@playwright/test'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { RestoreSheet } from './pages/restore-sheet'
import { ReadyWindow } from './pages/window'

test('a transcript shows where its checkpoints lie, and opens the plan from there', async () => {
  const window = await ReadyWindow.open({ existing: leftAloneHome('gestura') })
  await window.openSession('Please add a celsius helper', { agent: 'gestura' })
  const dividers = window.detail.feed.getByText(/^Checkpoint/)
  await expect(dividers.filter({ hasText: 'after the first turn' })).toHaveCount(1)
  const order = await window.detail.feed.evaluate((feed) =>
    [...feed.querySelectorAll('article')].flatMap((article) => [
      ...(article.textContent?.includes('after the first turn,') ? ['checkpoint'] : []),
      article.getAttribute('data-kind') ?? ''
    ])
  )
  expect(order.filter((kind) => kind === 'checkpoint')).toHaveLength(1)
  expect(order.indexOf('checkpoint')).toBeGreaterThan(0)
  await window.inEveryLook('window-dividers', async () => {
    await dividers.filter({ hasText: 'after the first turn' }).scrollIntoViewIfNeeded()
    await expectNoViolations(window.page)
  })
  const line = dividers.filter({ hasText: 'after the first turn' }).locator('xpath=..')
  await line.getByRole('button', { name: 'Restore…' }).click()
  const sheet = new RestoreSheet(window.page)
  await sheet.planned()
  await expect(sheet.dialog).toContainText('after the first turn')
  await window.page.keyboard.press('Escape')
  await sheet.gone()
  expect(window.app.problems).toEqual([])
  await window.app.close()
})
