import { expect, type Locator, type Page } from '@playwright/test'

/** What can be done with the open session, from its menu and with the keys. */
export class SessionActions {
  private readonly page: Page
  readonly trigger: Locator
  readonly items: Locator
  readonly keepSheet: Locator
  readonly label: Locator

  constructor(page: Page) {
    this.page = page
    this.trigger = page.getByRole('main').getByRole('button', { name: 'More actions' })
    this.items = page.getByRole('menuitem')
    this.keepSheet = page.getByRole('dialog', { name: /^(Keep a copy|A copy is kept|No copy was kept)$/ })
    this.label = this.keepSheet.getByLabel('Label')
  }

  item(name: string): Locator {
    return this.page.getByRole('menuitem', { name })
  }

  async choose(name: string): Promise<void> {
    await this.trigger.click()
    await this.item(name).click()
  }

  /** Runs a command of the palette, by its keys alone. */
  async command(words: string): Promise<void> {
    await this.page.keyboard.press('Control+k')
    await this.page.getByRole('combobox').waitFor()
    await this.page.keyboard.type(`>${words}`)
    await this.page.getByRole('option', { selected: true }).waitFor()
    await this.page.keyboard.press('Enter')
  }

  /** Keeps a copy, by its keys alone once the sheet is open. */
  async keep(label: string): Promise<void> {
    await expect(this.label).toBeFocused()
    await this.page.keyboard.type(label)
    await this.page.keyboard.press('Enter')
    await this.page.getByRole('dialog', { name: 'A copy is kept' }).waitFor()
  }
}
