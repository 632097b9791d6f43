import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Checkpoints } from './pages/checkpoints'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { Operations } from './pages/operations'
import { SessionActions } from './pages/session-actions'
import { ReadyWindow } from './pages/window'

const agents = [
  {
    agent: 'gestura',
    named: 'gestura',
    title: 'Please add a celsius helper',
    store: [],
    // Its checkpoints go too, so that the copy is all there is.
    lost: ['.gestura/agent_sessions', '.gestura/checkpoints']
  },
  { agent: 'tact', named: 'tact', title: 'Please make a plan for the wind speed', store: [], lost: ['.tact/sessions'] },
  {
    agent: 'a3s',
    named: 'a3s-code',
    title: 'Barometer shows one unit',
    store: ['weather', '.a3s', 'tui', 'sessions'],
    lost: ['weather/.a3s/tui/sessions/v1/sessions']
  }
] as const

for (const { agent, named, title, store, lost } of agents) {
  test(`a kept copy of a session of ${agent} is opened to look at, and still is when the agent has lost the session`, async () => {
    test.setTimeout(240_000)
    const window = await ReadyWindow.open({ existing: leftAloneHome(...new Set(['gestura', agent])) })
    const { page } = window
    const points = new Checkpoints(page)
    const actions = new SessionActions(page)
    const operations = new Operations(page)
    // One agent's pictures are those of all.
    const looked = async (name: string) => {
      if (agent === 'gestura') await window.inEveryLook(name, () => expectNoViolations(page))
    }
    if (store.length > 0) {
      await window.ask('settings.set', { roots: [{ agent, path: join(window.app.home, ...store) }] })
    }
    await expect(() => window.openSession(title, { agent: named })).toPass()
    const last = (await window.detail.entries.last().getAttribute('data-entry')) ?? ''
    await actions.choose('Keep a copy…')
    await actions.keep('before the trip')
    await page.keyboard.press('Escape')

    await points.open()
    await points.rows.filter({ hasText: 'before the trip' }).click()
    await points.look.focus()
    await page.keyboard.press('Enter')
    await expect(points.back).toBeFocused()
    const banner = points.panel.getByRole('status').filter({ hasText: 'To look at only' })
    await expect(banner).toContainText('before the trip')
    const entries = points.panel.getByRole('feed').getByRole('article')
    await expect(entries.last()).toHaveAttribute('data-entry', last)
    // It is no place to change anything from.
    await expect(points.panel.getByRole('button', { name: /Restore to here|Fork from here/ })).toHaveCount(0)
    await looked('kept-opened')
    const scratch = () => laidOut(window.app.own)
    expect(scratch()).toHaveLength(1)
    await page.keyboard.press('Enter')
    await expect(points.timeline).toBeVisible()
    await expect.poll(scratch).toEqual([])

    for (const path of lost) rmSync(join(window.app.home, path), { recursive: true })
    await operations.open()
    await operations.tab('Copies').click()
    const copy = operations.copies.filter({ hasText: 'before the trip' })
    await looked('kept-in-copies')
    await copy.getByRole('button', { name: 'Open “before the trip”' }).click()
    await expect(banner).toContainText('before the trip')
    await expect(entries.last()).toHaveAttribute('data-entry', last)
    await looked('kept-opened-lost')
    await points.back.click()
    await expect(points.rows.filter({ hasText: 'before the trip' })).toHaveAttribute('aria-selected', 'true')
    await expect.poll(scratch).toEqual([])
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })
}

/** Folders of kept sessions in the scratch folder of the running service. */
function laidOut(own: string): string[] {
  const scratch = join(own, 'scratch')
  return readdirSync(scratch)
    .flatMap((process) => readdirSync(join(scratch, process)))
    .filter((name) => name.startsWith('kept-'))
}
