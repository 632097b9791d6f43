import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { electronCommand } from '../scripts/run/electron-command.mjs'
import { environmentFor, type LaunchedApp, launchApp } from './support/launch'

type Page = typeof globalThis & {
  heard: string[]
  reprise: {
    call(name: string, input: unknown): Promise<{ ok: boolean }>
    subscribe(name: string, listener: (payload: { command: string }) => void): () => void
  }
}

const isVisible = (started: LaunchedApp) =>
  started.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .filter((window) => window.getTitle() === 'Reprise')
      .map((window) => window.isVisible())
  )

const boundsOf = (started: LaunchedApp) =>
  started.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((one) => one.getTitle() === 'Reprise')
      ?.getBounds()
  )

test('the window comes back where it was', async () => {
  const first = await launchApp()
  const place = { x: 40, y: 60, width: 1000, height: 700 }
  await first.app.evaluate(
    ({ BrowserWindow }, bounds) =>
      BrowserWindow.getAllWindows()
        .find((one) => one.getTitle() === 'Reprise')
        ?.setBounds(bounds),
    place
  )
  await expect.poll(() => boundsOf(first)).toEqual(place)
  await first.close({ keep: true })
  const second = await launchApp({ existing: first.home })
  expect(await boundsOf(second)).toEqual(place)
  await second.close()
})

test('a second start shows the window of the first one and ends', async () => {
  const first = await launchApp({ args: ['--hidden'] })
  await first.page.waitForTimeout(500)
  expect(await isVisible(first)).toEqual([false])
  const command = electronCommand([], () => undefined)
  const second = spawn(command.path, command.args, { env: environmentFor(first.home, first.own, {}), stdio: 'ignore' })
  const [code] = await once(second, 'exit')
  expect(code).toBe(0)
  await expect.poll(() => isVisible(first)).toEqual([true])
  await first.close()
})

test('the theme of the settings is the theme of the page, also after a restart', async () => {
  const isDark = (started: LaunchedApp) =>
    started.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const first = await launchApp()
  for (const theme of ['dark', 'light', 'dark'] as const) {
    await first.page.evaluate((value) => (globalThis as Page).reprise.call('settings.set', { theme: value }), theme)
    await expect.poll(() => isDark(first)).toBe(theme === 'dark')
  }
  await first.close({ keep: true })
  const second = await launchApp({ existing: first.home })
  await expect.poll(() => isDark(second)).toBe(true)
  await second.close()
})

test('the menu has the standard items, and ours reach the page', async () => {
  const started = await launchApp()
  await started.page.evaluate(() => {
    const page = globalThis as Page
    page.heard = []
    page.reprise.subscribe('shell.command', ({ command }) => page.heard.push(command))
  })
  const labels = await started.app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []) ?? []
    for (const item of items) if (/^(About Reprise|Settings…|Keys)$/.test(item.label)) item.click()
    return items.map((item) => item.label)
  })
  expect(labels).toEqual(expect.arrayContaining(['Copy', 'Paste', 'Select All', 'Zoom In', 'About Reprise', 'Keys']))
  await expect
    .poll(() => started.page.evaluate(() => (globalThis as Page).heard))
    .toEqual(['settings', 'keys', 'about'])
  await started.close()
})

test('the buttons of the title bar close the window, and the app ends with it', async () => {
  const started = await launchApp()
  const ended = once(started.app.process(), 'exit')
  // The page goes with the window: it is asked to close a moment after it has answered that it heard.
  await started.page.evaluate(() => {
    setTimeout(() => void (globalThis as Page).reprise.call('shell.window', { action: 'close' }), 100)
  })
  await ended
  expect(started.log()).toContain('service: stopped')
  rmSync(started.home, { recursive: true })
})
