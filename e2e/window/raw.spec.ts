import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, test } from '@playwright/test'
import { appendReply, fixtureHome } from './pages/fixture-home'
import { expectNoViolations } from './pages/no-violations'
import { ReadyWindow } from './pages/window'

const file = '.gestura/agent_sessions/fa767501-1b54-466b-9c6b-0727a648a8cc.json'

interface SessionFile {
  readonly state: { readonly messages: readonly { readonly content: string }[] }
}

test.describe('the raw records of an entry', () => {
  let window: ReadyWindow
  let panel: Locator

  test.beforeAll(async () => {
    window = await ReadyWindow.open({ existing: fixtureHome('gestura') })
    panel = window.page.getByRole('tabpanel', { name: 'Raw' })
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
  })
  test.afterAll(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })

  test('ask for an entry where none is chosen, and lead to the transcript', async () => {
    await window.detail.tab('Raw').click()
    await panel.getByRole('button', { name: 'Go to the transcript' }).click()
    await expect(window.detail.tab('Transcript')).toHaveAttribute('aria-selected', 'true')
  })

  test('are those of the entry that was last in focus, as they are stored, with their place', async () => {
    await window.detail.entries.first().focus()
    await window.page.keyboard.press('Control+5')
    const { messages } = (JSON.parse(readFileSync(join(window.app.home, file), 'utf8')) as SessionFile).state
    const shown = panel.getByRole('group', { name: 'Records' })
    await expect(shown).toContainText('"role": "user"')
    await expect(panel.getByTitle(join(window.app.home, file))).toBeVisible()
    await panel.getByRole('button', { name: 'Copy' }).click()
    await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible()
    const copied = await window.app.app.evaluate(({ clipboard }) => clipboard.readText())
    expect(JSON.parse(copied)).toEqual(messages[0])
    expect(readFileSync(join(window.app.home, file), 'utf8').replaceAll(/\s+/g, '')).toContain(
      copied.replaceAll(/\s+/g, '')
    )
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`are clean for assistive technology, ${theme}`, async () => {
      await window.setTheme(theme)
      await expectNoViolations(window.page)
    })
  }
})

test('a record of a megabyte comes in pieces, and is copied whole', async () => {
  const home = fixtureHome('gestura')
  const long = Array.from({ length: 60_000 }, (_, at) => `reading ${at}`).join('\n')
  appendReply(home, file, long, '2026-11-10T09:20:00Z')
  const window = await ReadyWindow.open({ existing: home })
  const panel = window.page.getByRole('tabpanel', { name: 'Raw' })
  await window.openSession('Please add a celsius helper', { agent: 'gestura' })
  await window.detail.entries.last().focus()
  await window.page.keyboard.press('Control+5')
  await expect(panel.getByText(/the first 262,144 characters/)).toBeVisible()
  await panel.getByRole('button', { name: 'Copy' }).click()
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await window.app.app.evaluate(({ clipboard }) => clipboard.readText())
  expect((JSON.parse(copied) as { content: string }).content).toBe(long)
  const more = panel.getByRole('button', { name: 'Show more' })
  // The button goes away while a piece is on its way, and for good with the last one.
  await expect(async () => {
    if (await more.isVisible()) await more.click({ timeout: 2000 })
    await expect(panel.getByText(/, [\d,]+ characters$/)).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await expect(panel.getByRole('group', { name: 'Records' })).toContainText('reading 59999')
  expect(window.app.problems).toEqual([])
  await window.app.close()
})

test('a record that is too long for the clipboard is said to be so, and is shown at once', async () => {
  const home = fixtureHome('gestura')
  appendReply(home, file, 'x'.repeat(4_100_000), '2026-11-10T09:20:00Z')
  const window = await ReadyWindow.open({ existing: home })
  const panel = window.page.getByRole('tabpanel', { name: 'Raw' })
  await window.openSession('Please add a celsius helper', { agent: 'gestura' })
  await window.detail.entries.last().focus()
  await window.page.keyboard.press('Control+5')
  await expect(panel.getByText(/the first 262,144 characters/)).toBeVisible()
  await panel.getByRole('button', { name: 'Copy' }).click()
  await expect(panel.getByRole('status')).toHaveText(/^4,100,\d\d\d characters are too many for the clipboard$/)
  await window.app.close()
})
