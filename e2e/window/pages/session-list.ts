import type { Locator, Page } from '@playwright/test'

/** The second pane. */
export class SessionList {
  readonly region: Locator
  readonly listbox: Locator
  readonly rows: Locator
  readonly filter: Locator

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Sessions' })
    this.listbox = this.region.getByRole('listbox')
    this.rows = this.region.getByRole('option')
    this.filter = this.region.getByRole('searchbox', { name: 'Filter sessions' })
  }

  /** A row by the words that its name starts with. */
  row(title: string): Locator {
    return this.region.getByRole('option', { name: title }).first()
  }

  /** The same, of one agent. */
  rowOf(title: string, agent?: string): Locator {
    return this.rowsOf(title, agent).first()
  }

  /** All of them, where several have the same title. */
  rowsOf(title: string, agent?: string): Locator {
    const start = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return this.region.getByRole('option', { name: new RegExp(`^${start}.*${agent ? `, ${agent}` : ''}`) })
  }

  selected(): Locator {
    return this.region.getByRole('option', { selected: true })
  }

  /** Number beside the name of the view. */
  async total(): Promise<number> {
    const text = await this.region.locator('header > span').first().textContent()
    return Number((text ?? '').replaceAll(',', ''))
  }

  /** Titles of all rows, also of those that are not in view: the list is read while it is scrolled. */
  async allTitles(): Promise<string[]> {
    const titles = new Map<number, string>()
    const scroller = this.region.getByTestId('session-scroller')
    await scroller.evaluate((element) => element.scrollTo({ top: 0 }))
    for (;;) {
      await scroller.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      )
      for (const row of await this.rows.all()) {
        const at = Number(await row.getAttribute('aria-posinset'))
        titles.set(at, (await row.locator('.font-medium').first().textContent()) ?? '')
      }
      const ended = await scroller.evaluate((element) => {
        const before = element.scrollTop
        element.scrollBy({ top: element.clientHeight - 80 })
        return element.scrollTop === before
      })
      if (ended) break
    }
    return [...titles].sort(([a], [b]) => a - b).map(([, title]) => title)
  }
}
