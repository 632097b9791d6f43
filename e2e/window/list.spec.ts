import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { projectRoot } from '../support/launch'
import { expectedSessions } from './pages/fixture-home'
import { ReadyWindow } from './pages/window'

const gestura = join(projectRoot, 'e2e', 'fixtures', 'core', 'gestura')

test.describe('the session list', () => {
  let window: ReadyWindow

  test.beforeAll(async () => {
    window = await ReadyWindow.open({ home: gestura })
  })
  test.afterAll(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })
  test.beforeEach(async () => {
    await window.list.filter.fill('')
    await window.rail.getByRole('button', { name: /^All sessions/ }).click()
  })

  test('shows every session of the home once, with its title and the number of all', async () => {
    const expected = expectedSessions('gestura').map((session) => session.title ?? '')
    const titles = await window.list.allTitles()
    // One more session is listed: it is gone, and its checkpoints remain.
    expect([...titles].sort()).toEqual([...expected, 'This session will be deleted'].sort())
    expect(await window.list.total()).toBe(expected.length + 1)
    await expect(window.rail.getByRole('button', { name: /^All sessions/ })).toContainText(String(expected.length + 1))
    await expect(window.rail.getByRole('button', { name: /^gestura/ })).toContainText(String(expected.length + 1))
  })

  test('names a row with title, agent, workspace, state and age, and its place in the whole list', async () => {
    const row = window.list.row('Please add a celsius helper')
    await expect(row).toHaveAccessibleName(/^Please add a celsius helper.*, gestura, weather, 5 checkpoints, .*w$/)
    await expect(row).toHaveAttribute('aria-setsize', '16')
    await expect(row).toHaveAttribute('aria-posinset', /^\d+$/)
  })

  test('says of a session that is gone that it is', async () => {
    await window.list.filter.fill('deleted')
    await expect(window.list.row('This session will be deleted')).toContainText('gone')
    await expect(window.list.row('This session will be deleted')).toContainText('2 checkpoints')
  })

  test('filters by words of titles, prompts, workspaces and agents, and says what it looked for when nothing matches', async () => {
    await window.list.filter.fill('celsius')
    await expect(window.list.rows).toHaveCount(1)
    // Words of a later prompt, which is not the title.
    await window.list.filter.fill('what would you do next')
    await expect(window.list.rows).toHaveCount(1)
    await expect(window.list.rows.first()).toContainText('Run the test suite')
    await window.list.filter.fill('café gestura')
    await expect.poll(() => window.list.total()).toBe(6)
    await window.list.filter.fill('zyxwv')
    await expect(window.list.region).toContainText('No session matches “zyxwv”')
    await expect(window.list.region).toContainText('Looked in titles, prompts, workspaces and agents of All sessions.')
    await window.list.region.getByRole('button', { name: 'Clear the filter' }).last().click()
    await expect.poll(() => window.list.total()).toBe(16)
  })

  test('narrows to a workspace and to what can be restored', async () => {
    await window.rail.getByRole('button', { name: /^Restorable/ }).click()
    await expect(window.list.region.getByRole('heading', { level: 1 })).toHaveText('Restorable')
    await expect
      .poll(() => window.list.total())
      .toBe(Number((await window.rail.getByRole('button', { name: /^Restorable/ }).textContent())?.replace(/\D/g, '')))
    await window.rail.getByRole('button', { name: /^café\.app_v2/ }).click()
    await expect(window.list.region.getByRole('heading', { level: 1 })).toHaveText('café.app_v2')
    // The heading changes at once; the rows follow when they are there.
    await expect(window.list.rows.filter({ hasNotText: 'café.app_v2' })).toHaveCount(0)
    await expect(window.list.rows).toHaveCount(6)
  })

  test('sorts by title in both directions', async () => {
    const gone = 'This session will be deleted'
    const sort = window.list.region.getByRole('button', { name: /^Sort:/ })
    await sort.click()
    await window.page.getByRole('menuitemradio', { name: 'Title' }).click()
    await expect(sort).toHaveAccessibleName('Sort: title')
    // Sessions that are gone come last in every order.
    const titles = async () => (await window.list.allTitles()).filter((title) => title !== gone)
    const all = await window.list.allTitles()
    expect(all.at(-1)).toBe(gone)
    const up = await titles()
    const compare = (a: string, b: string) => a.localeCompare(b, 'en', { sensitivity: 'base' })
    const ascii = up.filter((title) => /^[\x20-\x7e]+$/.test(title))
    expect(ascii).toEqual([...ascii].sort(compare))
    await sort.click()
    await window.page.getByRole('menuitemradio', { name: 'Z to A' }).click()
    await expect.poll(async () => (await titles())[0]).toBe(up.at(-1))
    await sort.click()
    await window.page.getByRole('menuitemradio', { name: 'Last active' }).click()
    await expect(window.list.region).toContainText('Thursday 19 November')
  })
})
