import type { Locator, Page } from '@playwright/test'

/** The third pane with an open session. */
export class SessionDetail {
  readonly title: Locator
  readonly feed: Locator
  readonly entries: Locator
  readonly outline: Locator

  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    const main = page.getByRole('main')
    this.title = main.getByRole('heading', { level: 1 })
    this.feed = main.getByRole('feed', { name: 'Transcript' })
    this.entries = this.feed.getByRole('article')
    this.outline = page.getByRole('complementary', { name: 'Prompts' })
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name })
  }

  /** Pixels between the bottom of the view and the end of what is loaded. */
  distanceFromEnd(): Promise<number> {
    return this.feed.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)
  }
}
