import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Checkpoints } from './pages/checkpoints'
import { fixtureHome } from './pages/fixture-home'
import { ReadyWindow } from './pages/window'

const session = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const afterFirstTurn = 'f4306909-c8f2-4e45-abfa-993354203996'
const more = 5000

test('all checkpoints of a session are shown, also more than one answer holds', async () => {
  test.setTimeout(240_000)
  const home = fixtureHome('gestura')
  const folder = join(home, '.gestura', 'checkpoints')
  const text = readFileSync(join(folder, `${afterFirstTurn}.json`), 'utf8')
  for (let index = 0; index < more; index += 1) {
    const id = `${index.toString(16).padStart(8, '0')}-c8f2-4e45-abfa-993354203996`
    writeFileSync(join(folder, `${id}.json`), text.replaceAll(afterFirstTurn, id))
  }
  const window = await ReadyWindow.open({ existing: home })
  await window.openSession('Please add a celsius helper', { agent: 'gestura' })
  const points = new Checkpoints(window.page)
  await window.detail.tab('Checkpoints').click()
  // Every one of the files is read for the list.
  await points.rows.first().waitFor({ timeout: 90_000 })
  await expect(points.rows.first()).toHaveAttribute('aria-setsize', String(more + 5))
  expect(await points.rows.count()).toBeLessThan(100)
  const { value } = (await window.ask('checkpoints.list', {
    session: { source: await sourceOf(window), id: session }
  })) as { value: { checkpoints: unknown[]; total: number; next: number | null } }
  expect(value.total).toBe(more + 5)
  expect(value.next).toBe(value.checkpoints.length)
  expect(value.checkpoints.length).toBeLessThan(more)
  await points.timeline.focus()
  await window.page.keyboard.press('End')
  await expect(points.rows.last()).toHaveAttribute('aria-posinset', String(more + 5))
  await expect(points.rows.last()).toHaveAttribute('aria-selected', 'true')
  // In the transcript they are one line where they are many.
  await window.detail.tab('Transcript').click()
  await expect(window.detail.feed.getByText(`${(more - 2).toLocaleString('en-GB')} earlier checkpoints`)).toBeVisible()
  expect(window.app.problems).toEqual([])
  await window.app.close()
})

async function sourceOf(window: ReadyWindow): Promise<string> {
  const { value } = (await window.ask('sources.list', {})) as { value: { sources: { id: string; agent: string }[] } }
  return value.sources.find(({ agent }) => agent === 'gestura')?.id ?? ''
}
