import { join } from 'node:path'
import { test } from '@playwright/test'
import { projectRoot } from '../support/launch'
import { ReadyWindow } from './pages/window'

test('look', async () => {
  test.setTimeout(180_000)
  const window = await ReadyWindow.open({ home: join(projectRoot, 'e2e', 'fixtures', 'core', process.env['LOOK_HOME'] ?? 'gestura') })
  const shot = async (name: string) => {
    for (const theme of ['dark', 'light'] as const) {
      await window.setTheme(theme)
      for (const [w, h] of [
        [1440, 900],
        [900, 600]
      ] as const) {
        await window.resize(w, h)
        await window.page.waitForTimeout(250)
        await window.app.screenshot(`look-${name}-${w}-${theme}`)
      }
    }
    await window.resize(1440, 900)
  }
  const wanted = (process.env['LOOK'] ?? 'checkpoints,config,findings,raw,plan,result,operations').split(',')
  await window.openSession(process.env['LOOK_TITLE'] ?? 'Please add a celsius helper')
  if (wanted.includes('raw')) await window.detail.entries.nth(2).focus()
  for (const tab of ['Checkpoints', 'Config', 'Findings', 'Raw']) {
    if (!wanted.includes(tab.toLowerCase())) continue
    await window.detail.tab(tab).click()
    await window.page.waitForTimeout(500)
    await shot(tab.toLowerCase())
  }
  if (wanted.includes('plan')) {
    await window.detail.tab('Checkpoints').click()
    const n = Number(process.env['AT'] ?? 0)
    await window.page
      .getByRole('listbox', { name: /Checkpoints/ })
      .getByRole('option')
      .nth(n)
      .click()
    await window.page.getByRole('main').getByRole('button', { name: 'Restore…' }).last().click()
    await window.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Restore \d/ })
      .waitFor()
    await shot('plan')
    if (wanted.includes('result')) {
      await window.page
        .getByRole('dialog')
        .getByRole('button', { name: /^Restore \d/ })
        .click()
      await window.page.getByRole('dialog').getByRole('button', { name: /^Undo/ }).waitFor()
      await shot('result')
    }
    await window.page.keyboard.press('Escape')
  }
  if (wanted.includes('operations')) {
    await window.rail.getByRole('button', { name: /^Operations/ }).click()
    await window.page.waitForTimeout(400)
    await shot('operations')
  }
  await window.app.close()
})
