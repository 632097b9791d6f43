import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { stillPage } from './still-page'

/** Fails with what axe has to say about the whole page. */
export async function nothingFoundByAxe(page: Page): Promise<void> {
  await stillPage(page)
  // Electron opens no second page, which the newer mode needs.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  const said = violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html.slice(0, 200)) }))
  expect(said).toEqual([])
}
