import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ComparisonPage } from './pages/comparison'
import { leftAloneHome } from './pages/left-alone-home'
import { SessionActions } from './pages/session-actions'
import { ReadyWindow } from './pages/window'

const many = 12_000
const ids = ['0c0ffee0-0000-4000-8000-00000000000a', '0c0ffee0-0000-4000-8000-00000000000b'] as const

/** The second session says one thing in 3,000 in other words, and one thing more at its end. */
function sessionLines(side: 0 | 1): string {
  const lines = Array.from({ length: many + side }, (_, at) => {
    const uuid = `${side}${at.toString(16).padStart(7, '0')}-0000-4000-8000-000000000000`
    const before = `${side}${(at - 1).toString(16).padStart(7, '0')}-0000-4000-8000-000000000000`
    const words = side === 1 && at % 3000 === 1500 ? 'said in other words' : 'as it was said'
    const content = at === 0 ? `Session ${side}` : `Step ${at}, ${words}`
    const timestamp = new Date(1_790_000_000_000 + at * 1000).toISOString()
    const base = { parentUuid: at === 0 ? null : before, isSidechain: false, cwd: '/w', sessionId: ids[side], uuid }
    return JSON.stringify({ ...base, version: '2.1.0', type: 'user', message: { role: 'user', content }, timestamp })
  })
  return `${lines.join('\n')}\n`
}

test('two sessions of 12,000 entries are compared while the window answers, and only what is in view is in the page', async () => {
  test.setTimeout(180_000)
  const home = mkdtempSync(join(tmpdir(), 'reprise-diff-'))
  for (const side of [0, 1] as const) {
    const path = join(home, '.claude', 'projects', '-w', `${ids[side]}.jsonl`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, sessionLines(side))
  }
  const window = await ReadyWindow.open({ existing: home })
  const compared = new ComparisonPage(window.page)
  try {
    await window.openSession('Session 0')
    await window.page.getByRole('button', { name: 'More actions' }).click()
    await window.page.getByRole('menuitem', { name: 'Compare with…' }).click()
    const dialog = window.page.getByRole('dialog')
    await dialog.getByRole('combobox').fill('Session 1')
    await expect(dialog.getByRole('option')).toHaveCount(1)
    await window.page.keyboard.press('Enter')
    // The list answers while both sides are read.
    await window.list.filter.fill('Session')
    await expect(window.list.rows).toHaveCount(2)
    await compared.rows.first().waitFor({ timeout: 60_000 })
    await expect(compared.region).toContainText('+1 added')
    await expect(compared.region).toContainText('~5 changed')
    expect(await compared.rows.count()).toBeLessThan(100)
    await compared.back.focus()
    for (let change = 0; change < 6; change += 1) await window.page.keyboard.press('F7')
    await expect(compared.that('added')).toBeFocused()
    await expect(compared.that('added')).toContainText(`Step ${many}`)
    await compared.list
      .getByRole('button', { name: /items the same, show/ })
      .last()
      .click()
    await window.page.keyboard.press('End')
    await expect(compared.that('added')).toBeFocused()
    expect(await compared.rows.count()).toBeLessThan(100)
    expect(window.app.problems).toEqual([])
  } finally {
    await window.app.close()
  }
})

test('a copy that Reprise keeps is compared with now from the list of copies', async () => {
  const folder = leftAloneHome('gestura')
  const window = await ReadyWindow.open({ existing: folder })
  const compared = new ComparisonPage(window.page)
  try {
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
    const actions = new SessionActions(window.page)
    await actions.choose('Keep a copy…')
    await actions.keep('before the trip')
    await window.page.keyboard.press('Escape')
    await window.page.getByRole('button', { name: /^Operations/ }).click()
    await window.page.getByRole('tab', { name: /^Vault|^Copies/ }).click()
    await window.app.screenshot('diff-copies')
    await window.page.getByRole('button', { name: /^Compare “before the trip” with now/ }).click()
    await compared.rows.first().waitFor()
    await expect(compared.region).toContainText('before the trip')
    await expect(compared.region).toContainText('Nothing differs')
    await expect(compared.region.getByRole('list', { name: 'Not compared' })).toContainText('Configuration')
    await window.app.screenshot('diff-kept')
    await compared.back.click()
    await expect(compared.region).toHaveCount(0)
    expect(window.app.problems).toEqual([])
  } finally {
    await window.app.close()
  }
})
