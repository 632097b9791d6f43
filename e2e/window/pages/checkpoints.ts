import { expect, type Locator, type Page } from '@playwright/test'

/** The Checkpoints tab of the open session. */
export class Checkpoints {
  private readonly page: Page
  readonly panel: Locator
  readonly timeline: Locator
  readonly rows: Locator
  readonly restore: Locator

  constructor(page: Page) {
    this.page = page
    this.panel = page.getByRole('tabpanel', { name: 'Checkpoints' })
    this.timeline = this.panel.getByRole('listbox', { name: 'Checkpoints, newest first' })
    this.rows = this.timeline.getByRole('option')
    this.restore = this.panel.getByRole('button', { name: 'Restore…' })
  }

  async open(): Promise<void> {
    await this.page.getByRole('tab', { name: 'Checkpoints' }).click()
    await this.rows.first().waitFor()
  }

  /** Chooses the checkpoint with this id, wherever it stands. */
  async choose(id: string): Promise<void> {
    const row = this.timeline.locator(`[id="checkpoint-${id}"]`)
    await row.click()
    await expect(row).toHaveAttribute('aria-selected', 'true')
    await expect(this.panel).toContainText(id)
  }
}
