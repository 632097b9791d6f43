import type { Locator, Page } from '@playwright/test'

/** Two points beside each other. */
export class ComparisonPage {
  readonly region: Locator
  readonly rows: Locator
  readonly list: Locator
  readonly next: Locator
  readonly previous: Locator
  readonly copy: Locator
  readonly swap: Locator
  readonly back: Locator

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Comparison' })
    this.list = this.region.getByRole('list', { name: 'Differences' })
    this.rows = this.list.getByRole('listitem')
    this.next = this.region.getByRole('button', { name: 'Next change' })
    this.previous = this.region.getByRole('button', { name: 'Previous change' })
    this.copy = this.region.getByRole('button', { name: 'Copy the difference as a patch' })
    this.swap = this.region.getByRole('button', { name: 'Swap the sides' })
    this.back = this.region.getByRole('button', { name: 'Back', exact: true })
  }

  tab(name: string): Locator {
    return this.region.getByRole('tab', { name: new RegExp(`^${name}`) })
  }

  /** Rows whose item became this, as assistive technology says it. */
  that(word: string): Locator {
    return this.list.getByRole('button', { name: new RegExp(`^${word}`) })
  }
}
