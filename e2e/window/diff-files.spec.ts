import { expect, test } from '@playwright/test'
import { Checkpoints } from './pages/checkpoints'
import { ClaudeHome } from './pages/claude-home'
import { ComparisonPage } from './pages/comparison'
import { expectNoViolations } from './pages/no-violations'
import { ReadyWindow } from './pages/window'

test('the files of a checkpoint of Claude Code and those that are there now, line by line and side by side', async () => {
  const files = new ClaudeHome()
  const before = files.bytes()
  const window = await ReadyWindow.open({ existing: files.home })
  const points = new Checkpoints(window.page)
  const compared = new ComparisonPage(window.page)
  try {
    await window.openSession('Please add a celsius helper to the forecast script.', { agent: 'Claude Code' })
    await points.open()
    await points.rows.last().click()
    await points.panel.getByRole('button', { name: 'Compare with now' }).click()
    await compared.rows.first().waitFor()
    await expect(compared.tab('Files')).toHaveAttribute('aria-selected', 'true')
    await expect(compared.that('added')).toContainText('docs/NOTES.md')
    // With few changes what differs in them is open from the beginning.
    const changed = compared.that('changed')
    await expect(changed).toContainText('src/forecast.js')
    await expect(changed).toHaveAttribute('aria-expanded', 'true')
    const text = compared.list.getByRole('group', { name: 'Text of changed, src/forecast.js' })
    await expect(text).toContainText('export')
    await expect(text.getByText('added', { exact: true }).first()).toBeAttached()
    await expectNoViolations(window.page)
    await window.inEveryLook('diff-files')
    await window.resize(1440, 900)
    await compared.region.getByRole('radio', { name: 'Side by side' }).click()
    await expectNoViolations(window.page)
    await window.inBothThemes((theme) => window.app.screenshot(`diff-files-split-${theme}`))
    const names = await compared.region.getByRole('list', { name: 'Not compared' }).textContent()
    expect(names).toContain('The transcript')
    await changed.focus()
    await window.page.keyboard.press('Enter')
    await expect(changed).toHaveAttribute('aria-expanded', 'false')
    // Nothing was written by looking, neither in the folder nor in what Claude Code keeps.
    expect(files.bytes()).toEqual(before)
    expect(window.app.problems).toEqual([])
  } finally {
    await window.app.close()
  }
})
