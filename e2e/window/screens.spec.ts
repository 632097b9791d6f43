import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { makeHomes } from '../../scripts/samples/make-homes'
import { ReadyWindow } from './pages/window'

const sizes = [
  { width: 1440, height: 900 },
  { width: 900, height: 600 }
]

test('pictures of the window on sample homes, in both themes and sizes', async () => {
  test.setTimeout(180_000)
  const home = mkdtempSync(join(tmpdir(), 'reprise-samples-'))
  makeHomes({ out: home, now: Date.now() - 5 * 60_000 })
  const window = await ReadyWindow.open({ existing: home })
  for (const theme of ['dark', 'light'] as const) {
    await window.setTheme(theme)
    for (const { width, height } of sizes) {
      await window.resize(width, height)
      for (const at of [1, 4, 8]) {
        await window.list.rows.nth(at).click()
        await window.detail.entries.first().waitFor()
        await window.page.waitForTimeout(600)
        await window.app.screenshot(`window-${at}-${width}x${height}-${theme}`)
      }
    }
  }
  await window.app.close()
})
