import type { Locator, Page } from '@playwright/test'
import { DetailTab } from './detail-tab'

/** The Config tab of the open session. */
export class ConfigTree extends DetailTab {
  readonly tree: Locator
  readonly rows: Locator
  readonly filter: Locator
  readonly counts: Locator

  constructor(page: Page) {
    super(page, 'Config')
    this.tree = this.panel.getByRole('treegrid', { name: 'Configuration' })
    this.rows = this.tree.getByRole('row')
    this.filter = this.panel.getByRole('searchbox', { name: 'Filter the configuration' })
    this.counts = this.panel.getByRole('status')
  }

  async open(): Promise<void> {
    await this.show(this.rows)
  }

  /** The first row by the key, group or document that it starts with. */
  row(name: string): Locator {
    return this.rows.filter({ has: this.page.getByRole('rowheader', { name, exact: true }) }).first()
  }

  /** Text and attributes of every row, also of those out of view: the tree is read while it is scrolled. */
  async allContent(): Promise<string> {
    const scroller = this.tree.locator('xpath=..')
    const seen = new Set<string>()
    await scroller.evaluate((element) => element.scrollTo({ top: 0 }))
    for (;;) {
      await scroller.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      )
      for (const html of await this.rows.evaluateAll((rows) => rows.map((row) => row.outerHTML))) seen.add(html)
      const ended = await scroller.evaluate((element) => {
        const before = element.scrollTop
        element.scrollBy({ top: element.clientHeight - 60 })
        return element.scrollTop === before
      })
      if (ended) return [...seen].join('\n')
    }
  }
}
