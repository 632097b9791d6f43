import { expect, test } from '@playwright/test'
import { fixtureHome } from './pages/fixture-home'
import { expectNoViolations } from './pages/no-violations'
import { ReadyWindow } from './pages/window'

const panelOf = (window: ReadyWindow) => window.page.getByRole('tabpanel', { name: 'Findings' })
/** Numbers of the records table by the name of their row. */
async function records(window: ReadyWindow): Promise<Record<string, number>> {
  const table = panelOf(window).getByRole('table', { name: 'Records by what became of them' })
  await table.waitFor()
  const rows = await table.getByRole('row').all()
  const pairs = await Promise.all(
    rows.map(async (row) => [
      (await row.getByRole('rowheader').textContent()) ?? '',
      Number((await row.getByRole('cell').first().textContent())?.replaceAll(',', ''))
    ])
  )
  return Object.fromEntries(pairs) as Record<string, number>
}

test('a session without findings says what was looked at, and its records add up', async () => {
  const window = await ReadyWindow.open({ existing: fixtureHome('gestura') })
  await window.openSession('Please add a celsius helper', { agent: 'gestura' })
  await window.detail.tab('Findings').click()
  await expect(panelOf(window).getByRole('heading', { name: 'Nothing was noticed about this session' })).toBeVisible()
  await expect(panelOf(window)).toContainText('Reprise looked at its layout and version, at every record')
  expect(await records(window)).toEqual({ Shown: 15, 'Kept raw': 0, Unreadable: 0, Read: 15 })
  await window.inBothThemes(() => expectNoViolations(window.page))
  expect(window.app.problems).toEqual([])
  await window.app.close()
})

test('findings stand by weight with sign and word, can be copied, and unreadable records have a place', async () => {
  const window = await ReadyWindow.open({ existing: fixtureHome('tact-bad-record') })
  for (const row of await window.list.rows.all()) {
    await row.click()
    await window.detail.tab('Findings').click()
    const { Read, Shown, 'Kept raw': raw, Unreadable } = await records(window)
    expect(Read).toBe((Shown ?? 0) + (raw ?? 0) + (Unreadable ?? 0))
    if (!Unreadable) continue
    await expect(panelOf(window).getByRole('heading', { name: 'Where the unreadable ones are' })).toBeVisible()
    // Above them may stand what can be mended.
    await expect(
      panelOf(window)
        .getByRole('listitem')
        .filter({ hasText: /^records? \d+/ })
        .first()
    ).toBeVisible()
    const groups = panelOf(window).getByRole('region', { name: /^(Problems|Needs a look)$/ })
    const card = groups.first().getByRole('article').first()
    await expect(card.getByRole('img', { name: /^(Problem|Needs a look)$/ })).toBeVisible()
    await card.getByRole('button', { name: 'Copy details' }).click()
    const copied = await window.app.app.evaluate(({ clipboard }) => clipboard.readText())
    expect(copied).toMatch(/^what: .+\n(.|\n)*code: [a-z0-9.-]+\nseverity: (problem|notice)$/)
    await window.inBothThemes(() => expectNoViolations(window.page))
    expect(window.app.problems).toEqual([])
    return await window.app.close()
  }
  throw new Error('No session of this home has an unreadable record.')
})
