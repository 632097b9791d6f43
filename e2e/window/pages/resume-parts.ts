import type { Locator, Page } from '@playwright/test'

/** What the window has for resuming the open session. */
export class ResumeParts {
  readonly button: Locator
  readonly more: Locator
  readonly sheet: Locator
  /** The quiet note about the last resume. */
  readonly news: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    const header = page.getByRole('main').locator('header')
    this.button = header.getByRole('button', { name: /^(Resume|Checking…)$/ })
    this.more = header.getByRole('button', { name: 'More ways to resume' })
    this.sheet = page.getByRole('dialog')
    this.news = page.getByRole('complementary', { name: 'The resumed session' })
  }

  /** An entry of the menu beside the button. */
  item(name: string): Locator {
    return this.page.getByRole('menuitem', { name, exact: true })
  }
}
