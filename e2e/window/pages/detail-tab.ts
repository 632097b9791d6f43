import type { Locator, Page } from '@playwright/test'

/** One tab of the open session. */
export class DetailTab {
  protected readonly page: Page
  private readonly name: string
  readonly panel: Locator

  constructor(page: Page, name: string) {
    this.page = page
    this.name = name
    this.panel = page.getByRole('tabpanel', { name })
  }

  /** Chooses the tab and waits for the first of its rows. */
  protected async show(rows: Locator): Promise<void> {
    await this.page.getByRole('tab', { name: this.name }).click()
    await rows.first().waitFor()
  }
}
