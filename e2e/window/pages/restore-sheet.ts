import { expect, type Locator, type Page } from '@playwright/test'

/** The sheet with the plan, the progress and the result of a restore or an undo. */
export class RestoreSheet {
  private readonly page: Page
  readonly dialog: Locator
  readonly title: Locator
  readonly cancel: Locator
  readonly close: Locator
  /** The button that starts it. */
  readonly start: Locator
  readonly undo: Locator
  readonly newPlan: Locator
  readonly steps: Locator
  readonly results: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog')
    this.title = this.dialog.getByRole('heading', { level: 2 }).first()
    this.cancel = this.dialog.getByRole('button', { name: /^Cancel/ })
    this.close = this.dialog.getByRole('button', { name: /^Close Esc/ })
    this.start = this.dialog.getByRole('button', {
      name: /^(Restore|Undo|Create|Change|Delete|Remove|Migrate|Mend|Import) [\d,]+ items?…?$/
    })
    this.undo = this.dialog.getByRole('button', { name: /^Undo…/ })
    this.newPlan = this.dialog.getByRole('button', { name: 'Make a new plan' })
    this.steps = this.dialog.getByRole('table', { name: 'Items of this plan' }).locator('tbody tr')
    this.results = this.dialog.getByRole('table', { name: 'What became of each item' }).locator('tbody tr')
  }

  /** Waits for the plan. */
  async planned(): Promise<void> {
    await this.start.waitFor()
  }

  decision(words: RegExp): Locator {
    return this.dialog.getByRole('radiogroup', { name: words })
  }

  async gone(): Promise<void> {
    await expect(this.dialog).toHaveCount(0)
  }

  /** What was said at once to assistive technology. */
  said(): Locator {
    return this.page.getByRole('alert')
  }
}
