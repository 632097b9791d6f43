import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { stillPage } from './still-page'

/** Axe finds nothing in the page as it is now. */
export async function expectNoViolations(page: Page): Promise<void> {
  await stillPage(page)
  // Electron opens no second page, which the newer mode needs.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  const told = violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html.slice(0, 200)) }))
  expect(told).toEqual([])
}
