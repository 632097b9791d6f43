import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { ConfigTree } from '../window/pages/config-tree'
import { ReadyWindow } from '../window/pages/window'
import { type Leak, LeakSearch } from './find-leaks'
import { hearMessages, takeMessages } from './hear-messages'
import { SecretMaker } from './make-secrets'
import { plantSecrets } from './plant-secrets'

const prompts = {
  gestura: ['The importer stops at the first blank row', 'The shop is closed on 26 December'],
  tact: ['Draw the tide curve as an SVG', 'Try the same with the temporal polyfill'],
  'a3s-code': ['The frost warning came at 04:10', 'The order form sends twice']
}

/** All that the page holds: the tree with its attributes and texts, and what stands in fields. */
async function pageText(page: Page): Promise<string> {
  const fields = await page.evaluate(() =>
    [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value).join('\n')
  )
  return [await page.content(), fields].join('\n')
}

function ownFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(root, path).startsWith('vault'))
}

test('no secret of a configuration is in a message, in the page or in our own files', async () => {
  test.setTimeout(300_000)
  const home = mkdtempSync(join(tmpdir(), 'reprise-secrets-'))
  const maker = new SecretMaker(20261129)
  plantSecrets(home, maker)
  expect(maker.made.length).toBeGreaterThanOrEqual(200)
  expect(new Set(maker.made.map((secret) => secret.kind)).size).toBeGreaterThanOrEqual(25)
  const search = new LeakSearch(maker.made)
  const leaks: Leak[] = []
  const look = (where: string, content: string | Uint8Array) => leaks.push(...search.find(where, content))

  const window = await ReadyWindow.open({ existing: home })
  try {
    await hearMessages(window.app.app)
    // What came before the ears were there comes again.
    await window.page.reload()
    await window.list.rows.first().waitFor()
    let masks = 0
    let messages = 0
    for (const [agent, titles] of Object.entries(prompts)) {
      await window.rail.getByRole('button', { name: new RegExp(`^${agent}`) }).click()
      look(`the list of ${agent}`, await pageText(window.page))
      for (const title of titles) {
        // The host of a3s gives its sessions titles of its own.
        await window.openSession(agent === 'a3s-code' ? 'Planted' : title, { agent, words: title })
        for (const tab of ['Config', 'Checkpoints', 'Findings', 'Raw', 'Transcript']) {
          await window.detail.tab(tab).click()
          const panel = window.page.getByRole('tabpanel')
          await expect(panel).toBeVisible()
          if (tab === 'Config') {
            await expect(panel.getByRole('treegrid')).toBeVisible()
            masks += await panel.getByText(/^masked:/).count()
            // The rows are virtual: those out of view are read while it is scrolled.
            look(`${title}: all of Config`, await new ConfigTree(window.page).allContent())
          }
          look(`${title}: ${tab}`, await pageText(window.page))
        }
      }
      for (const { name, text } of await takeMessages(window.app.app)) {
        messages += 1
        look(name, text)
      }
      await window.list.filter.fill('')
    }
    for (const path of ownFiles(window.app.own)) look(relative(home, path), readFileSync(path))
    expect(leaks).toEqual([])
    expect(messages).toBeGreaterThan(30)
    expect(masks).toBeGreaterThan(0)
    await window.detail.tab('Config').click()
    await expect(window.page.getByRole('tabpanel').getByRole('treegrid')).toBeVisible()
    await window.app.screenshot('config-masked')
  } finally {
    await window.app.close()
  }
  expect(window.app.problems).toEqual([])
})
