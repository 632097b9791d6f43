import type { Locator, Page } from '@playwright/test'

/** The sheet that shows what is inside of something that was handed over. */
export class ImportSheet {
  private readonly page: Page
  readonly sheet: Locator
  readonly overlay: Locator

  constructor(page: Page) {
    this.page = page
    this.sheet = page.getByRole('dialog')
    this.overlay = page.getByText('Drop to look inside')
  }

  /** Holds real files over the window, as the desktop does. */
  async hold(...paths: readonly string[]): Promise<() => Promise<void>> {
    const session = await this.page.context().newCDPSession(this.page)
    const data = { items: [], files: [...paths], dragOperationsMask: 1 }
    const at = { x: 300, y: 300 }
    await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at, data })
    await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at, data })
    return async () => {
      // Another window of the same display may have the focus, as far as the system is concerned.
      await session.send('Emulation.setFocusEmulationEnabled', { enabled: true })
      await session.send('Input.dispatchDragEvent', { type: 'drop', ...at, data })
    }
  }

  section(name: string): Locator {
    return this.sheet.getByRole('region', { name })
  }

  /** One of several sessions inside. */
  session(name: string | RegExp): Locator {
    return this.sheet.getByRole('listbox', { name: 'Sessions inside' }).getByRole('option', { name })
  }

  /** Where a folder of then is here, in a table that can be changed. */
  folder(was: string): Locator {
    return this.sheet.getByLabel(`Where ${was} is here`)
  }

  button(name: string): Locator {
    return this.sheet.getByRole('button', { name })
  }
}
