import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { plantedInFixtures } from '../secrets/planted-in-fixtures'
import { ConfigTree } from './pages/config-tree'
import { fixtureHome } from './pages/fixture-home'
import { expectNoViolations } from './pages/no-violations'
import { ReadyWindow } from './pages/window'

test.describe('the configuration of a session', () => {
  let window: ReadyWindow
  let config: ConfigTree

  test.beforeAll(async () => {
    window = await ReadyWindow.open({ existing: fixtureHome('gestura', 'tact', 'tact-config') })
    await window.list.rows.first().click()
    config = new ConfigTree(window.page)
  })
  test.afterAll(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })
  test.beforeEach(async () => {
    await window.detail.tab('Transcript').click()
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
    await config.open()
  })

  test('shows documents, groups and values, and masks by kind with the reason', async () => {
    await expect(config.row('llm.primary')).toContainText('anthropic')
    const key = config.row('llm.openai.api_key')
    await expect(key.getByRole('img', { name: 'masked, api key' })).toBeVisible()
    await expect(key).toContainText('a known secret field')
    await expect(config.panel.getByText(/^Configuration is never revealed\./)).toBeVisible()
    await expect(config.panel.getByRole('button', { name: /reveal|show/i })).toHaveCount(0)
  })

  test('has none of the planted secrets in the page, for gestura and for tact', async () => {
    const secrets = plantedInFixtures().flatMap(({ needles }) => needles)
    expect(secrets.length).toBeGreaterThan(30)
    const shown: string[] = []
    shown.push(await config.allContent())
    await window.rail.getByRole('button', { name: /^tact/ }).click()
    await window.list.filter.fill('')
    await window.list.rows.first().click()
    await config.open()
    await expect(config.rows.filter({ hasText: 'config.toml' }).first()).toBeVisible()
    shown.push(await config.allContent())
    expect(shown[1]).toContain('auth.json (presence only)')
    expect(shown[1]).toContain('there, nothing of it is shown')
    await window.rail.getByRole('button', { name: /^All sessions/ }).click()
    const text = shown.join('\n')
    expect(text.match(/masked: /g)?.length ?? 0).toBeGreaterThan(40)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  })

  test('finds values by words in key, value and mask', async () => {
    await config.filter.fill('openai key')
    await expect(config.counts).toHaveText(/^\d+ of 121 values$/)
    await expect(config.row('llm.openai.api_key')).toBeVisible()
    await expect(config.row('llm.primary')).toHaveCount(0)
    await config.filter.fill('no such words')
    await expect(config.panel.getByText(/^No value has these words/)).toBeVisible()
    await config.filter.press('Escape')
    await expect(config.filter).toHaveValue('')
    await expect(config.counts).toHaveText(/^121 values, \d+ masked$/)
  })

  test('is one tab stop that moves, folds and unfolds by keyboard', async () => {
    const focused = window.page.locator(':focus')
    const press = (key: string) => window.page.keyboard.press(key)
    await config.filter.focus()
    await press('Tab')
    await expect(focused).toHaveAttribute('aria-level', '1')
    await expect(focused).toContainText('session overrides')
    await press('ArrowDown')
    await press('j')
    await expect(focused).toContainText('config.yaml')
    await press('ArrowLeft')
    await expect(focused).toHaveAttribute('aria-expanded', 'false')
    await expect(config.row('hotkey_listen')).toHaveCount(0)
    await press('Enter')
    await expect(focused).toHaveAttribute('aria-expanded', 'true')
    await press('ArrowRight')
    await expect(focused).toHaveAttribute('aria-level', '2')
    await press('ArrowDown')
    await expect(focused).toContainText('hotkey_listen')
    await press('ArrowLeft')
    await expect(focused).toContainText('top level')
    await press('End')
    await expect(focused).toHaveAttribute('aria-rowindex', (await config.tree.getAttribute('aria-rowcount')) ?? '')
    await expect(focused).toBeInViewport()
    await press('Home')
    await expect(focused).toHaveAttribute('aria-rowindex', '1')
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`is clean for assistive technology, ${theme}`, async () => {
      await window.setTheme(theme)
      await expectNoViolations(window.page)
      await window.resize(900, 600)
      await expectNoViolations(window.page)
      await window.resize(1440, 900)
    })
  }
})

test('a configuration with 2,000 values has only the rows in view in the page', async () => {
  const home = fixtureHome('gestura')
  const lines = Array.from({ length: 2000 }, (_, at) => `  value_${at}: plain ${at}`)
  writeFileSync(join(home, '.gestura', 'config.yaml'), `many:\n${lines.join('\n')}\n`)
  const window = await ReadyWindow.open({ existing: home })
  const config = new ConfigTree(window.page)
  await window.openSession('Please add a celsius helper', { agent: 'gestura' })
  await config.open()
  await expect(config.counts).toHaveText(/^2,0\d\d values/)
  expect(await config.rows.count()).toBeLessThan(120)
  await config.rows.first().focus()
  await window.page.keyboard.press('End')
  await expect(window.page.locator(':focus')).toBeInViewport()
  expect(await config.rows.count()).toBeLessThan(120)
  await config.filter.fill('value_1999')
  await expect(config.row('many.value_1999')).toBeVisible()
  expect(window.app.problems).toEqual([])
  await window.app.close()
})
