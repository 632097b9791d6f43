import { expect, test } from '@playwright/test'
import { type LaunchedApp, launchApp } from './support/launch'

test.describe('the window', () => {
  let started: LaunchedApp

  test.beforeAll(async () => {
    started = await launchApp()
  })
  test.afterAll(async () => {
    await started.close()
  })

  test('opens with its title and without an error', async () => {
    await expect(started.page).toHaveTitle('Reprise')
    await expect(started.page.locator('#root > *').first()).toBeVisible()
    await started.screenshot('smoke')
    expect(started.problems).toEqual([])
  })

  test('gives the page neither Node nor Electron, and a bridge that cannot be changed', async () => {
    const seen = await started.page.evaluate(() => ({
      require: typeof (globalThis as { require?: unknown }).require,
      process: typeof (globalThis as { process?: unknown }).process,
      bridge: Object.keys((globalThis as unknown as { reprise: object }).reprise).sort(),
      frozen: Object.isFrozen((globalThis as unknown as { reprise: object }).reprise)
    }))
    expect(seen).toEqual({
      require: 'undefined',
      process: 'undefined',
      bridge: ['call', 'pathForFile', 'run', 'subscribe'],
      frozen: true
    })
  })

  test('runs the page in the sandbox, isolated from the preload script', async () => {
    const preferences = await started.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows().find((one) => one.getTitle() === 'Reprise')
        ?.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>
      }
      const { sandbox, contextIsolation, nodeIntegration, webviewTag } = contents.getLastWebPreferences()
      return { sandbox, contextIsolation, nodeIntegration, webviewTag }
    })
    expect(preferences).toEqual({ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false })
  })
})
