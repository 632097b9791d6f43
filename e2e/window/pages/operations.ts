import type { Locator, Page } from '@playwright/test'

/** The page with everything that Reprise changed. */
export class Operations {
  private readonly page: Page
  readonly heading: Locator
  readonly cards: Locator

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1, name: 'Operations' })
    this.cards = page.getByRole('list', { name: 'Operations, newest first' }).locator('> li')
  }

  async open(): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Library' })
      .getByRole('button', { name: /^Operations/ })
      .click()
    await this.heading.waitFor()
  }
}
