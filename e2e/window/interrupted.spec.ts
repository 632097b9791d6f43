import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Locator, test } from '@playwright/test'
import { pinnedNode } from '../../scripts/setup/places.mjs'
import { childProcesses } from '../support/child-processes'
import { projectRoot } from '../support/launch'
import { Checkpoints } from './pages/checkpoints'
import { GesturaFiles } from './pages/gestura-files'
import { leaveAlone, leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { Operations } from './pages/operations'
import { RestoreSheet } from './pages/restore-sheet'
import { ReadyWindow } from './pages/window'

const celsius = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const afterFirstTurn = 'f4306909-c8f2-4e45-abfa-993354203996'
const title = 'Please add a celsius helper to the forecast script.'

test.describe('a restore that is cut off with the whole app', () => {
  test.skip(process.platform === 'win32', 'stops a process by a signal')
  test.describe.configure({ timeout: 240_000 })
  let home: string
  let files: GesturaFiles
  let before: ReturnType<GesturaFiles['bytes']>

  test.beforeEach(() => {
    home = leftAloneHome('gestura')
    files = new GesturaFiles(home, celsius)
    before = files.bytes()
  })

  /** Restores in a window whose service stops at that change to the disk; then everything is gone at once, as without power. */
  async function cutOffAt(stop: 'rename' | 'write', name: string): Promise<void> {
    const { env, mark } = stoppingNode(stop, name)
    const window = await ReadyWindow.open({ existing: home, env })
    const points = new Checkpoints(window.page)
    const sheet = new RestoreSheet(window.page)
    await window.openSession(title, { agent: 'gestura' })
    await points.open()
    await points.choose(afterFirstTurn)
    await points.restore.click()
    await sheet.start.click()
    await expect.poll(() => existsSync(mark), { timeout: 60_000 }).toBe(true)
    const shell = window.app.app.process()
    const service = childProcesses(shell.pid ?? 0).find(({ command }) => command.includes('out/service/entry.js'))
    const ended = new Promise((resolve) => shell.once('exit', resolve))
    shell.kill('SIGKILL')
    if (service) process.kill(service.pid, 'SIGKILL')
    await ended
    leaveAlone(home)
  }

  const barOf = ({ page }: ReadyWindow): Locator => page.getByRole('status', { name: 'What had been interrupted' })

  test('is finished at the next start, which says so; Operations shows it, and Undo brings everything back', async () => {
    await cutOffAt('rename', join('tasks', `${celsius}.json`))
    const half = files.bytes()
    expect(half.session).not.toBe(before.session)
    expect(half.tasks).toBe(before.tasks)

    const window = await ReadyWindow.open({ existing: home })
    const bar = barOf(window)
    await expect(bar).toContainText(`The restore of “${title}” had been interrupted. It has been finished and checked.`)
    expect(files.messages()).toEqual(files.messagesIn(afterFirstTurn))
    expect(files.bytes().tasks).not.toBe(before.tasks)
    await window.inEveryLook('interrupted-finished', () => expectNoViolations(window.page))

    await bar.getByRole('button', { name: 'Show in Operations' }).click()
    await expect(bar).toHaveCount(0)
    const operations = new Operations(window.page)
    const sheet = new RestoreSheet(window.page)
    await expect(operations.cards).toHaveCount(1)
    const card = operations.cards.first()
    await expect(card).toContainText('Restored and checked')
    await expect(card).toContainText('Reprise was interrupted during this operation. It was finished and checked')
    await card.getByRole('button', { name: 'Undo…' }).click()
    await sheet.planned()
    await sheet.start.click()
    await expect(sheet.title).toHaveText('2 items undone and checked')
    expect(files.bytes()).toEqual(before)
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })

  test('is put back at the next start where not everything lay ready, which says so, and nothing is left to undo', async () => {
    await cutOffAt('write', '.new')
    expect(files.bytes()).toEqual(before)

    const window = await ReadyWindow.open({ existing: home })
    const bar = barOf(window)
    await expect(bar).toContainText(`The restore of “${title}” had been interrupted. Everything was put back`)
    await window.inEveryLook('interrupted-put-back')
    await bar.getByRole('button', { name: 'Dismiss' }).focus()
    await window.page.keyboard.press('Enter')
    await expect(bar).toHaveCount(0)
    const operations = new Operations(window.page)
    await operations.open()
    const card = operations.cards.first()
    await expect(card).toContainText('The restore did not succeed; everything is as it was before')
    await expect(card).toContainText('Nothing is left to undo.')
    await expect(card.getByRole('button', { name: 'Undo…' })).toHaveCount(0)
    expect(files.bytes()).toEqual(before)
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })
})

test.describe('a service that dies in the middle of a restore', () => {
  test.skip(process.platform === 'win32', 'stops a process by a signal')

  test('is started again under the same window, which says what became of the restore', async () => {
    test.setTimeout(120_000)
    const home = leftAloneHome('gestura')
    const files = new GesturaFiles(home, celsius)
    const { env, mark } = stoppingNode('rename', join('tasks', `${celsius}.json`))
    const window = await ReadyWindow.open({ existing: home, env })
    const points = new Checkpoints(window.page)
    const sheet = new RestoreSheet(window.page)
    await window.openSession(title, { agent: 'gestura' })
    await points.open()
    await points.choose(afterFirstTurn)
    await points.restore.click()
    await sheet.start.click()
    await expect.poll(() => existsSync(mark), { timeout: 60_000 }).toBe(true)
    const shell = window.app.app.process().pid ?? 0
    const service = childProcesses(shell).find(({ command }) => command.includes('out/service/entry.js'))
    process.kill(service?.pid ?? 0, 'SIGKILL')
    await expect(
      window.page.getByRole('status', { name: 'What had been interrupted', includeHidden: true })
    ).toContainText('It has been finished and checked.', { timeout: 60_000 })
    expect(files.messages()).toEqual(files.messagesIn(afterFirstTurn))
    await window.app.screenshot('interrupted-service')
    await window.page.keyboard.press('Escape')
    await sheet.gone()
    await window.app.close()
  })
})

/** A Node for the service that stops once, at a change to the disk; where it did stands in `mark`. */
function stoppingNode(stop: 'rename' | 'write', name: string): { env: Record<string, string>; mark: string } {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-stopping-'))
  const node = join(folder, 'node')
  const mark = join(folder, 'stopped')
  const hook = pathToFileURL(join(projectRoot, 'e2e', 'support', 'stop-once.mjs')).href
  writeFileSync(node, `#!/bin/sh\nexec "${pinnedNode()}" --import "${hook}" "$@"\n`)
  chmodSync(node, 0o755)
  return { env: { REPRISE_NODE: node, STOP_ONCE: `${stop} ${mark}`, STOP_BEFORE: name }, mark }
}
