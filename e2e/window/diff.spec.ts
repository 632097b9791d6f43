import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Checkpoints } from './pages/checkpoints'
import { ComparisonPage } from './pages/comparison'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { RestoreSheet } from './pages/restore-sheet'
import { SessionActions } from './pages/session-actions'
import { ReadyWindow } from './pages/window'

const session = 'fa767501-1b54-466b-9c6b-0727a648a8cc'

test.describe('two points of a session', () => {
  let window: ReadyWindow
  let points: Checkpoints
  let compared: ComparisonPage
  let home: string

  test.beforeAll(async () => {
    home = leftAloneHome('gestura')
    window = await ReadyWindow.open({ existing: home })
    points = new Checkpoints(window.page)
    compared = new ComparisonPage(window.page)
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
    await points.open()
  })
  test.afterAll(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })

  async function compareFirstTurn(): Promise<void> {
    await points.rows.filter({ hasText: 'after the first turn' }).click()
    await points.panel.getByRole('button', { name: 'Compare with now' }).click()
    await compared.rows.first().waitFor()
  }

  test('a checkpoint and what is there now: what was said since is added, what is the same is folded', async () => {
    await compareFirstTurn()
    await expect(compared.region).toContainText('after the first turn')
    await expect(compared.tab('Transcript')).toHaveAttribute('aria-selected', 'true')
    await expect(compared.that('added')).toHaveCount(4)
    await expect(compared.region).toContainText('+4 added')
    await expect(compared.region).toContainText('7 in common')
    const fold = compared.list.getByRole('button', { name: /items the same, show/ })
    await expect(fold).toHaveCount(1)
    await fold.click()
    await expect(compared.that('unchanged')).toHaveCount(7)
    await expectNoViolations(window.page)
    await window.inEveryLook('diff-transcript')
    await window.resize(1440, 900)
  })

  test('opens an entry to what is in it, by keyboard alone, and goes from change to change', async () => {
    const { keyboard } = window.page
    await compared.back.focus()
    await keyboard.press('F7')
    await expect(compared.that('added').first()).toBeFocused()
    await keyboard.press('Enter')
    await expect(compared.list).toContainText('Now add a short note to the README folder.')
    await expect(compared.that('added').first()).toHaveAttribute('aria-expanded', 'true')
    await expect(compared.list.getByText('added', { exact: true }).first()).toBeAttached()
    await keyboard.press('Home')
    await expect(compared.rows.first().getByRole('button').first()).toBeFocused()
    await keyboard.press('j')
    await keyboard.press('n')
    await expect(compared.that('added').first()).toBeFocused()
    await keyboard.press('End')
    await expect(compared.that('added').last()).toBeFocused()
    await keyboard.press('p')
    await expect(compared.that('added').first()).toBeFocused()
  })

  test('leads back to the earlier point, by its button or its key, and takes the room of the list in a narrow window', async () => {
    const { page } = window
    const sheet = new RestoreSheet(page)
    await compared.region.getByRole('button', { name: 'Restore A…' }).click()
    await sheet.planned()
    await expect(sheet.dialog).toContainText('after the first turn')
    await page.keyboard.press('Escape')
    await sheet.gone()
    await compared.back.focus()
    await page.keyboard.press('r')
    await sheet.planned()
    await page.keyboard.press('Escape')
    await sheet.gone()
    const list = page.getByRole('listbox', { name: 'Sessions' })
    await expect(list).toBeVisible()
    await window.resize(900, 600)
    await expect(list).toHaveCount(0)
    await window.resize(1440, 900)
    await expect(list).toBeVisible()
  })

  test('tasks and settings of then and now, with masked values that stay masked', async () => {
    await compared.tab('Tasks').click()
    await expect(compared.that('changed')).toHaveCount(2)
    await expect(compared.list).toContainText('current')
    await expectNoViolations(window.page)
    await compared.tab('Config').click()
    await expect(compared.that('changed').first()).toBeVisible()
    await expect(compared.list.getByText(/^masked: /).first()).toBeVisible()
    await expect(compared.list).toContainText('hooks.timeout_ms')
    const secrets = /fake-urlpass|sk-fake|fake-urltoken/
    expect(await compared.region.textContent()).not.toMatch(secrets)
    await expectNoViolations(window.page)
    await window.inEveryLook('diff-config')
    await window.resize(1440, 900)
    await compared.region.getByRole('radio', { name: 'Side by side' }).click()
    await expectNoViolations(window.page)
    await window.app.screenshot('diff-config-split')
    await compared.region.getByRole('radio', { name: 'Unified' }).click()
  })

  test('is copied as a patch, and turned round', async () => {
    await compared.copy.click()
    const copied = () => window.app.app.evaluate(({ clipboard }) => clipboard.readText())
    await expect.poll(copied).toContain(`# gestura:${session}#`)
    const text = await copied()
    expect(text).toContain('+ user ')
    expect(text).not.toMatch(/fake-urlpass|sk-fake/)
    await compared.swap.click()
    await compared.tab('Transcript').click()
    await expect(compared.that('removed')).toHaveCount(4)
    await window.page.keyboard.press('Escape')
    await expect(compared.region).toHaveCount(0)
    await expect(points.panel).toBeVisible()
  })

  test('a marked checkpoint is compared with another one by keys alone', async () => {
    const { keyboard } = window.page
    await points.timeline.focus()
    await keyboard.press('Home')
    await keyboard.press('Space')
    await expect(points.rows.first()).toContainText('Marked to compare')
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowDown')
    await expectNoViolations(window.page)
    await keyboard.press('c')
    await compared.rows.first().waitFor()
    await expect(compared.region).toContainText('after the first turn')
    await expect(compared.back).toBeFocused()
    await keyboard.press('Escape')
    await points.timeline.focus()
    await keyboard.press('Home')
    await keyboard.press('Space')
  })

  test('a change that comes while it is shown is shown', async () => {
    await compareFirstTurn()
    const path = join(home, '.gestura', 'agent_sessions', `${session}.json`)
    const before = readFileSync(path, 'utf8')
    const document = JSON.parse(before)
    document.state.messages[0].content += '\n\nAnd keep it short.'
    writeFileSync(path, JSON.stringify(document))
    await expect(compared.that('changed')).toHaveCount(1)
    await expect(compared.list).toContainText('And keep it short.')
    await window.inEveryLook('diff-changed')
    await window.resize(1440, 900)
    writeFileSync(path, before)
    await expect(compared.that('changed')).toHaveCount(0)
    await window.page.keyboard.press('Escape')
  })

  test('with another session, from the palette', async () => {
    await new SessionActions(window.page).command('Compare this session')
    const dialog = window.page.getByRole('dialog')
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await expect(dialog.getByRole('option').first()).toBeVisible()
    await expectNoViolations(window.page)
    await window.app.screenshot('diff-choose')
    await dialog.getByRole('combobox').fill('Fetch today')
    await expect(dialog.getByRole('option')).toHaveCount(1)
    await window.page.keyboard.press('Enter')
    await compared.rows.first().waitFor()
    await expect(compared.region).toContainText('Fetch today')
    await expect(compared.that('added').first()).toBeVisible()
    await window.page.keyboard.press('Escape')
  })

  test('the plan of a restore shows what each of its steps changes', async () => {
    const sheet = new RestoreSheet(window.page)
    await points.open()
    await points.rows.filter({ hasText: 'after the first turn' }).click()
    await points.restore.click()
    await sheet.planned()
    const step = sheet.dialog.getByRole('button', { name: 'The session: what changes' })
    await step.click()
    await expect(step).toHaveAttribute('aria-expanded', 'true')
    await expect(sheet.dialog.getByRole('group', { name: 'What changes in The session' })).toContainText(
      'Now add a short note'
    )
    await expectNoViolations(window.page)
    await window.inEveryLook('diff-plan')
    await window.resize(1440, 900)
    await window.page.keyboard.press('Escape')
    await sheet.gone()
  })
})
