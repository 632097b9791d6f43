import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { projectRoot } from '../support/launch'
import { ReadyWindow } from './pages/window'

const gestura = join(projectRoot, 'e2e', 'fixtures', 'core', 'gestura')

test.describe('the window by keyboard', () => {
  let window: ReadyWindow
  const focused = () => window.page.locator(':focus')

  test.beforeAll(async () => {
    window = await ReadyWindow.open({ home: gestura })
  })
  test.afterAll(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })

  test('moves through the list, opens what it moves to, and stays one tab stop', async () => {
    // A row that is focused keeps the focus where the scan puts others before it.
    await expect(window.list.rows.first()).toHaveAttribute('aria-setsize', '16')
    await window.list.rows.first().focus()
    await window.page.keyboard.press('ArrowDown')
    await expect(focused()).toHaveAttribute('aria-posinset', '2')
    await expect(focused()).toHaveAttribute('aria-selected', 'true')
    await window.page.keyboard.press('j')
    await window.page.keyboard.press('j')
    await window.page.keyboard.press('k')
    await expect(focused()).toHaveAttribute('aria-posinset', '3')
    await window.page.keyboard.press('End')
    await expect(focused()).toHaveAttribute('aria-posinset', '16')
    await window.page.keyboard.press('Home')
    await expect(focused()).toHaveAttribute('aria-posinset', '1')
    await expect(window.list.region.locator('[role=option][tabindex="0"]')).toHaveCount(1)
    await expect(window.detail.title).toHaveText(
      (await window.list.selected().locator('.font-medium').first().textContent()) ?? ''
    )
  })

  test('goes into the session with Enter and back with Escape', async () => {
    await window.list.rows.first().focus()
    await window.page.keyboard.press('ArrowDown')
    await window.page.keyboard.press('Enter')
    await expect(focused()).toHaveRole('article')
    await window.page.keyboard.press('Escape')
    await expect(focused()).toHaveRole('option')
    await expect(focused()).toHaveAttribute('aria-posinset', '2')
  })

  test('goes between library and list with the arrows', async () => {
    await window.list.rows.first().focus()
    await window.page.keyboard.press('ArrowLeft')
    await expect(focused()).toHaveAttribute('data-nav-item', /.*/)
    await window.page.keyboard.press('ArrowDown')
    await expect(focused()).toContainText('Restorable')
    await window.page.keyboard.press('ArrowRight')
    await expect(focused()).toHaveRole('option')
  })

  test('puts the focus into the filter with / and clears it with Escape', async () => {
    await window.list.rows.first().focus()
    await window.page.keyboard.press('/')
    await expect(window.list.filter).toBeFocused()
    await window.page.keyboard.type('/jk')
    await expect(window.list.filter).toHaveValue('/jk')
    await window.page.keyboard.press('Escape')
    await expect(window.list.filter).toHaveValue('')
  })

  test('shows all keys with ?, and gives the focus back', async () => {
    await window.list.rows.first().focus()
    await window.page.keyboard.press('?')
    await expect(window.page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
    await window.page.keyboard.press('Escape')
    await expect(window.page.getByRole('dialog')).toHaveCount(0)
    await expect(focused()).toHaveRole('option')
  })

  test('goes through the parts of the window with F6 and back with Shift F6', async () => {
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
    await window.list.rows.first().focus()
    const visited: (string | null)[] = []
    for (let i = 0; i < 8; i++) {
      visited.push(
        await focused().evaluate((element) => element.closest('[data-region]')?.getAttribute('data-region') ?? null)
      )
      await window.page.keyboard.press('F6')
    }
    expect(visited.slice(0, 7)).toEqual(['list', 'actions', 'tabs', 'content', 'outline', 'title', 'rail'])
    expect(visited[7]).toBe('list')
    await window.page.keyboard.press('Shift+F6')
    await window.page.keyboard.press('Shift+F6')
    await expect(window.rail.locator(':focus')).toHaveCount(1)
    await window.list.filter.fill('')
  })

  test('chooses tabs with Ctrl and a number, and folds the list with Ctrl and backslash', async () => {
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
    for (const [index, name] of ['Transcript', 'Checkpoints', 'Config', 'Findings', 'Raw'].entries()) {
      await window.page.keyboard.press(`Control+${index + 1}`)
      await expect(window.detail.tab(name)).toHaveAttribute('aria-selected', 'true')
    }
    await window.detail.tab('Raw').focus()
    await window.page.keyboard.press('Escape')
    await expect(focused()).toHaveRole('option')
    await window.page.keyboard.press('Control+1')
    await window.page.keyboard.press('Control+\\')
    await expect(window.list.region).toHaveCount(0)
    await window.page.keyboard.press('Control+\\')
    await expect(window.list.region).toHaveCount(1)
    await window.list.filter.fill('')
  })

  test('goes to a session and runs commands from the palette', async () => {
    await window.page.keyboard.press('Control+k')
    const palette = window.page.getByRole('dialog', { name: 'Go to a session or run a command' })
    await expect(palette).toBeVisible()
    await window.page.keyboard.type('release plan')
    await expect(palette.getByRole('option', { selected: true })).toContainText('Draft a release plan')
    await window.page.keyboard.press('Enter')
    await expect(window.detail.title).toHaveText('Draft a release plan')
    await window.page.keyboard.press('Control+k')
    await window.page.keyboard.type('>operations')
    await window.page.keyboard.press('Enter')
    await expect(window.page.getByRole('heading', { name: 'Operations' })).toBeVisible()
  })

  test('leaves single letters alone where they are switched off', async () => {
    await window.ask('settings.set', { singleLetterKeys: false })
    await window.list.rows.first().click()
    await window.page.keyboard.press('j')
    await window.page.keyboard.press('?')
    await expect(focused()).toHaveAttribute('aria-posinset', '1')
    await expect(window.page.getByRole('dialog')).toHaveCount(0)
    await window.page.keyboard.press('ArrowDown')
    await expect(focused()).toHaveAttribute('aria-posinset', '2')
    await window.ask('settings.set', { singleLetterKeys: true })
  })
})
