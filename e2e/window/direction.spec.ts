import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, test } from '@playwright/test'
import { fixtureHome } from './pages/fixture-home'
import { ReadyWindow } from './pages/window'

const directionOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).direction)

test('text of a transcript goes in its own direction, block by block, and code stays as it is', async () => {
  const home = fixtureHome('gestura')
  const at = '2026-11-20T10:00:00Z'
  const id = '11111111-6f0e-4c0b-9d55-2f6c1f0f7a11'
  const messages = [
    { role: 'user', content: 'مرحبا، أضف دالة', timestamp: at, source: 'text' },
    {
      role: 'assistant',
      content: 'بالتأكيد، ها هي\n\nHere it is in English.\n\n```js\nconst a = 1\n```',
      timestamp: at
    }
  ]
  const session = { id, title: 'Arabic', created_at: at, last_active: at, state: { messages, tool_calls: [] } }
  writeFileSync(join(home, '.gestura', 'agent_sessions', `${id}.json`), JSON.stringify(session))
  const window = await ReadyWindow.open({ existing: home })
  await window.openSession('Arabic')
  const { feed } = window.detail
  expect(await directionOf(feed.getByText('مرحبا', { exact: false }))).toBe('rtl')
  expect(await directionOf(feed.getByText('بالتأكيد', { exact: false }))).toBe('rtl')
  expect(await directionOf(feed.getByText('Here it is in English.'))).toBe('ltr')
  expect(await directionOf(feed.locator('pre').first())).toBe('ltr')
  await window.app.screenshot('window-direction')
  expect(window.app.problems).toEqual([])
  await window.app.close()
})
