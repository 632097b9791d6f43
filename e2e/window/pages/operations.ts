import type { Locator, Page } from '@playwright/test'

/** The page with everything that Reprise changed. */
export class Operations {
  private readonly page: Page
  readonly heading: Locator
  readonly cards: Locator
  /** Rows of the Copies tab. */
  readonly copies: Locator
  readonly tidyUp: Locator

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1, name: 'Operations' })
    this.cards = page.getByRole('list', { name: 'Operations, newest first' }).locator('> li')
    this.copies = page.getByRole('table', { name: 'Copies in the vault, newest first' }).locator('tbody tr')
    this.tidyUp = page.getByRole('button', { name: 'Tidy up…' })
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name })
  }

  /** Chooses a value of one of the filters, by its keys. */
  async filter(name: string, value: string): Promise<void> {
    await this.page.getByRole('combobox', { name }).focus()
    await this.page.keyboard.press('Enter')
    await this.page.getByRole('option', { name: value, exact: true }).press('Enter')
  }

  async open(): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Library' })
      .getByRole('button', { name: /^Operations/ })
      .click()
    await this.heading.waitFor()
  }
}
