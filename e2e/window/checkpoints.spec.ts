import { expect, test } from '@playwright/test'
import { Checkpoints } from './pages/checkpoints'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { RestoreSheet } from './pages/restore-sheet'
import { ReadyWindow } from './pages/window'

test.describe('the checkpoints of a session', () => {
  let window: ReadyWindow
  let points: Checkpoints

  test.beforeAll(async () => {
    window = await ReadyWindow.open({ existing: leftAloneHome('gestura') })
    points = new Checkpoints(window.page)
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
    await points.open()
  })
  test.afterAll(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })

  test('are a timeline, newest first, that begins with now', async () => {
    await expect(points.panel.getByText('Now, as stored on disk')).toBeVisible()
    await expect(points.rows).toHaveCount(5)
    await expect(points.rows.nth(0)).toContainText('No label')
    await expect(points.rows.nth(0)).toContainText('9 messages, 5 tasks')
    await expect(points.rows.nth(1)).toContainText('before:file')
    await expect(points.rows.nth(1)).toContainText('Task list is empty in this checkpoint')
    await expect(points.rows.nth(2)).toContainText('after the first turn')
  })

  test('are one tab stop: arrows, letters, Home and End move, and the detail follows', async () => {
    await points.timeline.focus()
    const press = (key: string) => window.page.keyboard.press(key)
    await press('Home')
    await press('ArrowDown')
    await press('j')
    await expect(points.rows.nth(2)).toHaveAttribute('aria-selected', 'true')
    await expect(points.panel.getByRole('heading', { level: 2 }).first()).toHaveText('after the first turn')
    await press('End')
    await expect(points.rows.nth(4)).toHaveAttribute('aria-selected', 'true')
    await expect(points.timeline).toHaveAttribute(
      'aria-activedescendant',
      (await points.rows.nth(4).getAttribute('id')) ?? ''
    )
    await press('k')
    await expect(points.rows.nth(3)).toHaveAttribute('aria-selected', 'true')
    await expect(points.timeline).toBeFocused()
  })

  test('open a plan with Enter, which Escape closes without a trace', async () => {
    const sheet = new RestoreSheet(window.page)
    await points.timeline.focus()
    await window.page.keyboard.press('Enter')
    await sheet.planned()
    await window.page.keyboard.press('Escape')
    await sheet.gone()
    await expect(points.timeline).toBeFocused()
  })

  test('show the task lists as they are now, and which one a restore writes', async () => {
    const tasks = points.panel.getByRole('region', { name: 'Tasks now' })
    await expect(tasks).toContainText('2 lists; the agent keeps them in different places')
    await expect(tasks.getByText('a restore writes here')).toHaveCount(1)
    await expect(tasks.getByRole('listitem')).toHaveCount(6)
    await expect(tasks.getByRole('listitem').filter({ hasText: 'Write the note' })).toContainText('current')
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`are clean for assistive technology, ${theme}`, async () => {
      await window.setTheme(theme)
      await expectNoViolations(window.page)
      await window.resize(900, 600)
      await expectNoViolations(window.page)
      await window.resize(1440, 900)
    })
  }
})

const bad = 'd49cd8dd-382e-4584-90f2-dcab1d75e926'
const good = 'eb6fd8b5-d19c-495a-b0e6-90da00026f6b'

for (const name of ['checkpoint-schema-2', 'checkpoint-session-and-tasks-differ', 'checkpoint-payload-not-a-session']) {
  test(`a checkpoint that the agent would refuse is shown as not accepted, with its finding: ${name}`, async () => {
    const window = await ReadyWindow.open({ existing: leftAloneHome(`gestura-bad/${name}`) })
    const points = new Checkpoints(window.page)
    await window.list.rows.first().click()
    await points.open()
    await points.choose(bad)
    await expect(points.timeline.locator(`[id="checkpoint-${bad}"]`)).toContainText('Not accepted by the agent')
    await expect(points.panel.getByText('no, gestura would refuse it')).toBeVisible()
    const findings = points.panel.getByRole('region', { name: 'Findings about this checkpoint' })
    expect(await findings.getByRole('article').count()).toBeGreaterThan(0)
    await expect(points.restore).toHaveCount(0)
    // No key makes a plan either, and the service refuses it by itself.
    await points.timeline.focus()
    await window.page.keyboard.press('r')
    await expect(window.page.getByRole('dialog')).toHaveCount(0)
    await points.choose(good)
    await expect(points.panel.getByText("yes, by gestura's own rules")).toBeVisible()
    await expect(points.restore).toBeVisible()
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })
}
