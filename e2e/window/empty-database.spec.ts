import { expect, test } from '@playwright/test'
import { launchApp } from '../support/launch'
import { fixtureHome } from './pages/fixture-home'
import { expectNoViolations } from './pages/no-violations'

test('tact-1 where the only store is a database of no bytes, the page with nothing found says what it is', async () => {
  const started = await launchApp({ existing: fixtureHome('tact-zero-bytes') })
  const { page } = started
  const instead = page.getByRole('region', { name: 'What was there instead' })
  await expect(instead).toContainText('The session database is an empty file')
  await expect(instead).toContainText('v2.sqlite3')
  await started.screenshot('window-empty-database')
  await expectNoViolations(page)
  expect(started.problems).toEqual([])
  await started.close()
})
