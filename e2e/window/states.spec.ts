import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { makeHomes } from '../../scripts/samples/make-homes'
import { launchApp } from '../support/launch'
import { fixtureHome } from './pages/fixture-home'
import { expectNoViolations } from './pages/no-violations'
import { ReadyWindow } from './pages/window'

test.describe('states of the window', () => {
  test('nothing found: it says what was looked for and where, and takes a folder', async () => {
    const elsewhere = fixtureHome('gestura')
    const started = await launchApp()
    const { page } = started
    await expect(page.getByRole('heading', { name: 'No agent sessions found yet' })).toBeVisible()
    const places = page.getByRole('list', { name: 'Where Reprise looked' })
    await expect(places).toContainText('~/.gestura')
    await expect(places).toContainText('~/.tact')
    await started.screenshot('window-nothing-found')
    await expectNoViolations(page)
    await started.app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
    }, elsewhere)
    await page.getByRole('button', { name: 'Add a folder…' }).click()
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('button', { name: 'Add a folder…' }).click()
    await expect(settings).toContainText(elsewhere)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option').first()).toBeVisible()
    expect(started.problems).toEqual([])
    await started.close()
    rmSync(elsewhere, { recursive: true, force: true, maxRetries: 20 })
  })

  test('a long first scan: its rows come while it counts, it can be cancelled, and what was read is kept', async () => {
    test.setTimeout(180_000)
    const home = mkdtempSync(join(tmpdir(), 'reprise-window-'))
    makeHomes({ out: home, agents: ['gestura', 'a3s'], sessions: 30_000 })
    const window = new ReadyWindow(await launchApp({ existing: home }))
    const bar = window.page.getByRole('progressbar', { name: 'Reading sessions' })
    await expect(bar).toHaveAttribute('aria-valuemax', /^[1-9]\d*$/)
    await expect(window.page.getByRole('heading', { name: /^Found [12] agents? on this machine$/ })).toBeVisible()
    await expect(window.list.rows.first()).toBeVisible()
    await window.app.screenshot('window-first-run')
    await window.page.getByRole('main').getByRole('button', { name: 'Cancel' }).click()
    await expect(bar).toHaveCount(0)
    await expect(window.status).toContainText('Up to date')
    expect(await window.list.total()).toBeGreaterThan(0)
    expect(await window.list.total()).toBeLessThan(60_000)
    await window.list.rows.first().click()
    await window.detail.entries.first().waitFor()
    expect(window.app.problems).toEqual([])
    await window.app.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
  })

  test('one source in trouble: it is said beside its list, with four parts and details to copy; the others go on', async () => {
    const home = fixtureHome('gestura', 'tact-newer')
    const window = await ReadyWindow.open({ existing: home })
    await expect(window.status).toContainText('1 source needs a look')
    await window.rail.getByRole('button', { name: /^tact/ }).click()
    await expect(window.page.getByRole('main').getByRole('heading', { name: 'tact', exact: true })).toBeVisible()
    const finding = window.page.getByRole('main').getByRole('article').first()
    await expect(finding).toBeVisible()
    await finding.getByRole('button', { name: 'Copy details' }).click()
    await expect
      .poll(() => window.app.app.evaluate(({ clipboard }) => clipboard.readText()))
      .toMatch(/^what: .+\n(.+\n)*code: .+/)
    await window.app.screenshot('window-source-in-trouble')
    await expectNoViolations(window.page)
    await window.rail.getByRole('button', { name: /^gestura/ }).click()
    await expect(window.list.rows.first()).toBeVisible()
    await window.app.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
  })

  test('a source in trouble and no other: the window does not say that nothing was found', async () => {
    const home = fixtureHome('tact-newer')
    const started = await launchApp({ existing: home })
    const window = new ReadyWindow(started)
    await expect(window.status).toContainText('1 source needs a look')
    await expect(started.page.getByRole('heading', { name: 'No agent sessions found yet' })).toHaveCount(0)
    await window.rail.getByRole('button', { name: /^tact/ }).click()
    await expect(started.page.getByRole('main').getByRole('article').first()).toContainText(/newer/i)
    await started.screenshot('window-only-source-in-trouble')
    await started.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
  })

  test('a session that is gone: the tab says so and leads to its checkpoints', async () => {
    const home = fixtureHome('gestura')
    const window = await ReadyWindow.open({ existing: home })
    await window.list.filter.fill('deleted')
    await window.list.row('This session will be deleted').click()
    const finding = window.page.getByRole('main').getByRole('article').first()
    await expect(finding).toContainText('Its 2 checkpoints are still listed.')
    await finding.getByRole('button', { name: 'Show its checkpoints' }).click()
    await expect(window.detail.tab('Checkpoints')).toHaveAttribute('aria-selected', 'true')
    await window.app.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
  })

  test('sealed and unreadable sessions are listed with their state', async () => {
    const home = fixtureHome('a3s', 'gestura')
    const window = await ReadyWindow.open({ existing: home })
    await window.ask('settings.set', { roots: [{ agent: 'a3s', path: join(home, 'stores', 'sealed') }] })
    await window.rail.getByRole('button', { name: /^a3s-code/ }).click()
    const sealed = window.list.row('Sealed session')
    await expect(sealed).toContainText('sealed')
    await sealed.click()
    await expect(window.page.getByRole('main').getByRole('article').first()).toContainText(/key|sealed/i)
    await window.app.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
  })

  test('the settings are remembered, and so are the widths of the panes', async () => {
    const home = fixtureHome('gestura')
    const first = await ReadyWindow.open({ existing: home })
    await first.page.keyboard.press('Control+,')
    await first.page.getByRole('radio', { name: 'Dark' }).click()
    await expect(first.page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await first.page.keyboard.press('Escape')
    const splitter = first.page.getByRole('separator', { name: 'Width of the session list' })
    await splitter.focus()
    await first.page.keyboard.press('ArrowLeft')
    await expect(splitter).toHaveAttribute('aria-valuenow', '356')
    await first.app.close({ keep: true })
    const second = await ReadyWindow.open({ existing: home })
    await expect(second.page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(second.page.getByRole('separator', { name: 'Width of the session list' })).toHaveAttribute(
      'aria-valuenow',
      '356'
    )
    await second.app.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
  })

  test('the About box names what runs', async () => {
    const home = mkdtempSync(join(tmpdir(), 'reprise-window-'))
    const started = await launchApp({ existing: home })
    await started.page.getByRole('banner').waitFor()
    await started.page.keyboard.press('Control+k')
    await started.page.keyboard.type('>about')
    await started.page.keyboard.press('Enter')
    const about = started.page.getByRole('dialog', { name: 'Reprise' })
    const electron = await started.app.evaluate(() => process.versions.electron)
    await expect(about).toContainText(electron ?? '')
    await expect(about).toContainText(started.own)
    await started.close()
  })
})
