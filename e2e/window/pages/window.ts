import { expect, type Locator, type Page } from '@playwright/test'
import { type LaunchedApp, type LaunchOptions, launchApp } from '../../support/launch'
import { SessionDetail } from './session-detail'
import { SessionList } from './session-list'

/** The whole window of a started app. */
export class ReadyWindow {
  readonly page: Page
  readonly rail: Locator
  readonly status: Locator
  readonly list: SessionList
  readonly detail: SessionDetail

  readonly app: LaunchedApp

  constructor(app: LaunchedApp) {
    this.app = app
    this.page = app.page
    this.rail = this.page.getByRole('navigation', { name: 'Library' })
    this.status = this.page.getByRole('contentinfo')
    this.list = new SessionList(this.page)
    this.detail = new SessionDetail(this.page)
  }

  /** Starts the app and waits until its sessions are listed. */
  static async open(options: LaunchOptions): Promise<ReadyWindow> {
    const window = new ReadyWindow(await launchApp(options))
    await window.list.rows.first().waitFor()
    await window.status.getByText(/^Up to date/).waitFor()
    return window
  }

  /** Opens the session whose row has this title, of one agent where several have it; `words` find it in the list. */
  async openSession(title: string, { agent, words = title }: { agent?: string; words?: string } = {}): Promise<void> {
    await this.list.filter.fill(words)
    const row = this.list.rowOf(title, agent)
    await row.click()
    await expect(row).toHaveAttribute('aria-selected', 'true')
    const name = (await row.locator('.font-medium').first().textContent()) ?? ''
    const header = this.page.getByRole('main').locator('header')
    await expect(header.getByRole('heading', { level: 1 })).toHaveText(name)
    if (agent) await expect(header).toContainText(agent)
    await this.detail.entries.first().waitFor()
  }

  async setTheme(theme: 'light' | 'dark'): Promise<void> {
    await this.ask('settings.set', { theme })
    await this.page.locator(`html[data-theme=${theme}]`).waitFor()
  }

  /** Does something in each theme. */
  async inBothThemes(work: (theme: 'light' | 'dark') => Promise<void>): Promise<void> {
    for (const theme of ['light', 'dark'] as const) {
      await this.setTheme(theme)
      await work(theme)
    }
  }

  /** Does something in both themes and in a large and a small window, and keeps a picture of each. */
  async inEveryLook(name: string, work: () => Promise<void> = async () => undefined): Promise<void> {
    for (const { width, height } of [
      { width: 1440, height: 900 },
      { width: 900, height: 600 }
    ]) {
      await this.resize(width, height)
      await this.inBothThemes(async (theme) => {
        await work()
        await this.app.screenshot(`${name}-${width}x${height}-${theme}`)
      })
    }
  }

  /** A call over the page's own bridge. */
  ask(name: string, input: unknown): Promise<unknown> {
    return this.page.evaluate(
      ([operation, value]) =>
        (globalThis as unknown as { reprise: { call(n: unknown, i: unknown): Promise<unknown> } }).reprise.call(
          operation,
          value
        ),
      [name, input]
    )
  }

  async resize(width: number, height: number): Promise<void> {
    // The app has other windows, too, such as that of the quick resume.
    const window = await this.app.app.browserWindow(this.page)
    await window.evaluate((own, [w, h]) => own.setContentSize(w ?? 0, h ?? 0), [width, height])
    await this.page.waitForFunction((w) => globalThis.innerWidth === w, width)
  }
}
