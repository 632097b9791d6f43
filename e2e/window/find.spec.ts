import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, test } from '@playwright/test'
import { projectRoot } from '../support/launch'
import { expectNoViolations } from './pages/no-violations'
import { ReadyWindow } from './pages/window'

const samples = join(projectRoot, 'e2e', 'fixtures', 'agents', 'claude-code')
const compacted = 'ee49610f-7643-4428-bdd3-9867382cd6bf'
const leaving = '33aae2bc-4e8a-42e8-b427-268959cab2c0'
const day = 86_400_000

/** A home with the sessions of Claude Code; the transcript of one did not change for 27 days, those of the others are new. */
class LeavingHome {
  readonly home = mkdtempSync(join(tmpdir(), 'reprise-window-'))

  constructor() {
    cpSync(samples, this.home, { recursive: true })
    const now = new Date()
    for (const path of this.transcripts()) utimesSync(path, now, now)
    const old = new Date(Date.now() - 27 * day)
    utimesSync(this.transcript(leaving), old, old)
  }

  transcript(id: string): string {
    return this.transcripts().find((path) => path.endsWith(`${id}.jsonl`)) ?? ''
  }

  private transcripts(): string[] {
    const projects = join(this.home, '.claude', 'projects')
    const names = readdirSync(projects, { recursive: true, encoding: 'utf8' })
    return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(projects, name))
  }
}

test.describe('finding', () => {
  let home: LeavingHome
  let window: ReadyWindow

  test.beforeEach(async () => {
    test.setTimeout(120_000)
    home = new LeavingHome()
    window = await ReadyWindow.open({ existing: home.home })
  })
  test.afterEach(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
    rmSync(home.home, { recursive: true, force: true, maxRetries: 20 })
  })

  const group = (name: RegExp) => window.rail.getByRole('button', { name })
  /** The fork has the title of its origin; the list says which of them it is. */
  const openFork = async (trail: Locator) => {
    const row = window.list.region.getByRole('option', { name: /, fork, / })
    await row.click()
    await expect(row).toHaveAttribute('aria-selected', 'true')
    await expect(trail.getByRole('listitem')).toHaveCount(2)
  }

  test('F4 what leaves soon has a group of its own, says how long it stays, and is kept before it goes', async () => {
    await group(/^Leaving soon/).click()
    await expect(window.list.rows).toHaveCount(1)
    await expect(window.list.rows.first()).toHaveAccessibleName(/leaves in [23] days/)
    await window.list.rows.first().click()
    const header = window.page.getByRole('main').locator('header')
    await expect(header.getByText(/^Leaves in [23] days$/)).toBeVisible()
    await window.inEveryLook('find-leaving')
    await window.inBothThemes(() => expectNoViolations(window.page))
    const copies = async () => {
      const answer = (await window.ask('vault.show', {})) as { value: { copies: { session: { id: string } }[] } }
      return answer.value.copies.map(({ session }) => session.id)
    }
    // Reprise lets the person begin first.
    await expect.poll(copies, { timeout: 60_000 }).toEqual([leaving])
  })

  test('F4 what its agent removed stands apart, with what was asked', async () => {
    await group(/^All sessions/).click()
    await expect(group(/^Gone/)).toHaveCount(0)
    rmSync(home.transcript(compacted))
    await group(/^Gone/).click()
    await expect(window.list.rows).toHaveCount(1)
    await expect(window.list.rows.first()).toContainText('gone')
    await window.list.rows.first().click()
    const asked = window.page.getByRole('region', { name: 'What was asked' })
    await expect(asked.getByRole('listitem').first()).toBeVisible()
    await window.inEveryLook('find-gone')
    await window.inBothThemes(() => expectNoViolations(window.page))
    await group(/^All sessions/).click()
    await expect(window.list.region.getByText('Gone', { exact: true })).toBeVisible()
    await group(/^Gone/).click()
    await asked.getByRole('button', { name: 'Forget this session' }).click()
    await expect(window.list.rows).toHaveCount(0)
  })

  test('C11 the family of a fork is drawn, leads to its origin by keys, and a trail above the transcript does, too', async () => {
    const trail = window.page.getByRole('navigation', { name: 'Lineage of the session' })
    await openFork(trail)
    await window.page.keyboard.press('Control+6')
    const tree = window.page.getByRole('tree', { name: 'Lineage' })
    const items = tree.getByRole('treeitem')
    await expect(items).toHaveCount(2)
    await expect(items.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(items.nth(1)).toHaveAccessibleName(/Fork.*You are here/)
    await window.inEveryLook('find-lineage')
    await window.inBothThemes(() => expectNoViolations(window.page))
    await items.nth(1).focus()
    await window.page.keyboard.press('ArrowLeft')
    await expect(items.first()).toBeFocused()
    await window.page.keyboard.press('Enter')
    await expect(items.first()).toHaveAttribute('aria-selected', 'true')
    await expect(trail).toHaveCount(0)
    await openFork(trail)
    await trail.getByRole('button').first().click()
    await expect(items.first()).toHaveAttribute('aria-selected', 'true')
    await expect(trail).toHaveCount(0)
  })

  test('C7 a compaction and a branch that was left are shown in the transcript from the lineage, by key and by click', async () => {
    const openLineage = async (title: string) => {
      const row = window.list.region.getByRole('option', { name: new RegExp(`^${title}`) }).first()
      await row.click()
      await window.page.keyboard.press('Control+6')
      return window.page.getByRole('tree', { name: 'Lineage' }).getByRole('treeitem')
    }
    const feed = window.page.getByRole('feed', { name: 'Transcript' })
    const items = await openLineage('Please say thanks first')
    await items.nth(0).focus()
    await window.page.keyboard.press('ArrowDown')
    await expect(items.nth(1)).toHaveAccessibleName(/Compacted here.*The agent goes on from here/)
    await window.page.keyboard.press('Enter')
    await expect(feed.getByText(/^Conversation compacted/)).toBeInViewport()
    await expect(feed.locator('article:focus, [role=article]:focus')).toHaveCount(1)
    await window.inEveryLook('find-lineage-point')
    await window.page.keyboard.press('Control+6')
    await items.nth(0).click()
    await expect(feed).toBeVisible()
  })

  test('B1 sessions of a moved folder stand with those of the folder that the person located', async () => {
    const { value } = (await window.ask('sessions.facets', {})) as { value: { workspaces: { path: string }[] } }
    const [first, second] = value.workspaces
    const now = join(home.home, 'renamed')
    mkdirSync(now)
    await window.ask('workspace.locate', { from: first?.path, to: now })
    await window.ask('workspace.locate', { from: second?.path, to: now })
    const after = (await window.ask('sessions.facets', {})) as { value: { workspaces: unknown[] } }
    expect(after.value.workspaces).toHaveLength(value.workspaces.length - 1)
    await window.page.keyboard.press('Control+,')
    const moved = window.page.getByRole('region', { name: 'Folders that were moved' })
    await expect(moved.getByRole('listitem')).toHaveCount(2)
    await window.inEveryLook('find-settings')
    await moved
      .getByRole('button', { name: /^Take back/ })
      .first()
      .click()
    await expect(moved.getByRole('listitem')).toHaveCount(1)
  })
})
