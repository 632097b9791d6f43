import { expect, type Locator, type Page } from '@playwright/test'
import { DetailTab } from './detail-tab'

/** The Checkpoints tab of the open session. */
export class Checkpoints extends DetailTab {
  readonly timeline: Locator
  readonly rows: Locator
  readonly restore: Locator
  readonly create: Locator
  readonly look: Locator
  readonly back: Locator
  readonly remove: Locator
  /** The field of the sheet that asks for a label. */
  readonly label: Locator

  constructor(page: Page) {
    super(page, 'Checkpoints')
    this.timeline = this.panel.getByRole('listbox', { name: 'Checkpoints, newest first' })
    this.rows = this.timeline.getByRole('option')
    this.restore = this.panel.getByRole('button', { name: 'Restore…' })
    this.create = this.panel.getByRole('button', { name: 'Create checkpoint…' })
    this.look = this.panel.getByRole('button', { name: 'Open', exact: true })
    this.back = this.panel.getByRole('button', { name: 'Back to the checkpoints' })
    this.remove = this.panel.getByRole('button', { name: 'Delete…' })
    this.label = page.getByRole('dialog').getByLabel('Label')
  }

  async open(): Promise<void> {
    await this.show(this.rows)
  }

  /** Chooses the checkpoint with this id, wherever it stands. */
  async choose(id: string): Promise<void> {
    const row = this.timeline.locator(`[id="checkpoint-${id}"]`)
    await row.click()
    await expect(row).toHaveAttribute('aria-selected', 'true')
    await expect(this.panel).toContainText(id)
  }
}
