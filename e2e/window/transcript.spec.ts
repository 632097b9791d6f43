import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { appendReply, fixtureHome } from './pages/fixture-home'
import { ReadyWindow } from './pages/window'

const twoTurns = '.gestura/agent_sessions/fa767501-1b54-466b-9c6b-0727a648a8cc.json'
const rewind = '.gestura/agent_sessions/acf19325-7ff2-40f9-a71b-8a29a94f6b29.json'
/** Markdown with everything in it that must not act. */
const hostileReply = [
  'Read the guide: [the guide](https://guide.example/page), [a file](file:///etc/passwd), [code](javascript:alert(1)).',
  '![a picture](https://tracker.example/pixel.png)',
  'And <b onclick="alert(1)">html</b> <script>alert(1)</script> <iframe src="https://x.example"></iframe>.'
].join('\n\n')
const longReply = `${'A long reply. '.repeat(12_000)}The very end.`

test.describe('the transcript', () => {
  let home: string
  let window: ReadyWindow

  test.beforeAll(async () => {
    home = fixtureHome('gestura', 'tact', 'a3s')
    appendReply(home, twoTurns, longReply, '2026-11-10T09:16:00.000Z')
    appendReply(home, rewind, hostileReply, '2026-11-11T16:01:00.000Z')
    window = await ReadyWindow.open({ existing: home })
    await window.ask('settings.set', { roots: [{ agent: 'a3s', path: join(home, 'stores', 'legacy') }] })
    await expect(window.rail.getByRole('button', { name: /^a3s-code/ })).toBeVisible()
  })
  test.afterAll(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
  })
  test.beforeEach(async () => {
    await window.rail.getByRole('button', { name: /^All sessions/ }).click()
  })

  for (const { agent, title, last } of [
    { agent: 'gestura', title: 'Step 1', last: 'It has no data file.' },
    { agent: 'tact', title: 'Run the test suite', last: 'Responses API returned an error event' },
    { agent: 'a3s-code', title: 'Old notes', last: '' }
  ]) {
    test(`D4 of ${agent} opens at its end`, async () => {
      await window.openSession(title, { agent })
      await expect.poll(() => window.detail.distanceFromEnd()).toBeLessThan(4)
      await expect(window.detail.entries.last()).toContainText(last)
      await expect(window.detail.entries.last()).toBeInViewport()
    })
  }

  test('shows the prompts beside it, jumps to one that is not loaded, and opens there the next time', async () => {
    const current = window.detail.outline.locator('[aria-current]')
    await window.openSession('Step 1')
    await expect(current).toBeVisible()
    await window.detail.outline.locator('ol').evaluate((list) => list.parentElement?.scrollTo({ top: 0 }))
    await window.detail.outline.getByRole('button', { name: /^Step 3: check station 021/ }).click()
    const prompt = window.detail.entries.filter({ hasText: 'Step 3: check station 021' }).first()
    await expect(prompt).toBeInViewport()
    await expect(prompt).toBeFocused()
    await expect(current).toContainText('Step 3')
    await window.page.keyboard.press(']')
    await expect(current).toContainText('Step 4')
    await window.page.keyboard.press(']')
    await expect(current).toContainText('Step 5')
    await window.page.keyboard.press('[')
    await expect(current).toContainText('Step 4')
    // What is remembered is written a moment after one comes to rest.
    await window.page.waitForTimeout(900)
    await window.openSession('Draft a release plan')
    await window.openSession('Step 1')
    await expect(window.detail.entries.filter({ hasText: 'Step 4: check station 028' }).first()).toBeInViewport()
  })

  test('loads what is before while it is scrolled, and keeps what is read in place', async () => {
    await window.openSession('Step 1')
    const first = window.detail.entries.first()
    await window.detail.feed.evaluate((feed) => feed.scrollTo({ top: 0 }))
    await expect(window.detail.entries.filter({ hasText: 'Step 1: check station 007' }).first()).toBeInViewport({
      timeout: 10_000
    })
    await expect(first).toHaveAttribute('aria-posinset', '1')
  })

  test('folds thinking and opens it with Enter', async () => {
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
    const thinking = window.detail.entries.filter({ hasText: 'Thinking' }).first()
    await thinking.scrollIntoViewIfNeeded()
    const fold = thinking.getByRole('button', { name: /^Thinking/ })
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await thinking.focus()
    await window.page.keyboard.press('Enter')
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
    await window.page.keyboard.press('ArrowLeft')
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await window.page.keyboard.press('l')
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
  })

  test('D3 shows a clipped entry whole on request', async () => {
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
    const reply = window.detail.entries.filter({ hasText: 'A long reply.' })
    await expect(reply).toContainText('Only the start is shown.')
    await expect(reply).not.toContainText('The very end.')
    await reply.getByRole('button', { name: `Show all (${(longReply.length / 1000).toFixed(0)} kB)` }).click()
    await expect(reply).toContainText('The very end.')
    await expect(reply).not.toContainText('Only the start is shown.')
  })

  test('copies the entry in focus with y, whole also where it is clipped', async () => {
    await window.openSession('Run the test suite', { agent: 'gestura' })
    await window.detail.entries.filter({ hasText: 'And what would you do next?' }).first().focus()
    await window.page.keyboard.press('y')
    await expect
      .poll(() => window.app.app.evaluate(({ clipboard }) => clipboard.readText()))
      .toBe('And what would you do next?')
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
    await window.detail.entries.filter({ hasText: 'A long reply.' }).focus()
    await window.page.keyboard.press('y')
    await expect.poll(() => window.app.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(longReply)
  })

  test('finds words in the whole session, opens what hides them, and goes from hit to hit', async () => {
    await window.openSession('Step 1')
    await window.page.keyboard.press('Control+f')
    const bar = window.page.getByRole('search')
    const words = bar.getByRole('textbox', { name: 'Find in this session' })
    await expect(words).toBeFocused()
    await words.fill('station 021')
    // The prompt of step 3, the reply that names its station, and the search for it.
    await expect(bar.getByRole('status')).toHaveText('3 entries')
    await words.press('Enter')
    await expect(bar.getByRole('status')).toHaveText('1 of 3 entries')
    await expect(window.detail.entries.filter({ hasText: 'Step 3: check station 021' }).first()).toBeInViewport()
    await expect(words).toBeFocused()
    expect(await window.page.evaluate(() => CSS.highlights.get('find')?.size ?? 0)).toBeGreaterThan(0)
    await words.press('Shift+Enter')
    await expect(bar.getByRole('status')).toHaveText('3 of 3 entries')
    await words.press('Escape')
    await expect(bar).toHaveCount(0)
    await expect(window.detail.feed.locator(':focus')).toHaveCount(1)
  })

  test('F2 runs nothing and fetches nothing that a reply contains, and opens https links after a click alone', async () => {
    await window.app.app.evaluate(({ shell }) => {
      const opened: string[] = []
      Object.assign(globalThis, { opened })
      shell.openExternal = async (url: string) => void opened.push(url)
    })
    const opened = () => window.app.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
    await window.openSession('hello')
    const reply = window.detail.entries.filter({ hasText: 'Read the guide' })
    await expect(reply).toContainText('<b onclick="alert(1)">html</b>')
    await expect(reply.locator('img, script, iframe, b')).toHaveCount(0)
    await expect(reply).toContainText('a picture (not loaded)')
    await expect(reply.getByRole('link')).toHaveCount(1)
    expect(await opened()).toEqual([])
    await reply.getByRole('link', { name: 'the guide' }).click()
    await expect.poll(opened).toEqual(['https://guide.example/page'])
    expect(window.page.url()).toMatch(/^app:/)
  })

  test('draws an image only when it is asked for, from the page itself', async () => {
    await window.openSession('What is on this pasted picture')
    const prompt = window.detail.entries.first()
    await expect(prompt.locator('img')).toHaveCount(0)
    await prompt.getByRole('button', { name: /^Show image \(PNG, / }).click()
    const image = prompt.locator('img')
    await expect(image).toHaveAttribute('src', /^data:image\/png;base64,/)
    expect(
      await image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth)
    ).toBeGreaterThan(0)
  })

  test('C11 marks what a fork inherits, and goes to the parent and back', async () => {
    const header = window.page.getByRole('main').locator('header')
    await window.openSession('Try the alternative')
    await expect(window.list.selected()).toContainText('fork')
    await window.detail.feed.evaluate((feed) => feed.scrollTo({ top: 0 }))
    await expect(window.detail.feed).toContainText('Inherited from the session that this one was forked from')
    await expect(window.detail.entries.first()).toHaveAccessibleName(/inherited/)
    const trail = window.page.getByRole('navigation', { name: 'Lineage of the session' })
    await trail.getByRole('button', { name: /^Please add a celsius helper/ }).click()
    await expect(window.detail.title).toHaveText(/^Please add a celsius helper/)
    await header.getByRole('button', { name: '1 fork' }).click()
    await expect(window.detail.title).toHaveText('Try the alternative: use Kelvin instead.')
  })

  test('counts the records of the session in the status bar, and they add up', async () => {
    await window.openSession('Step 1')
    const counts = window.page.getByTestId('record-counts')
    await expect(counts).toHaveText(/^[\d,]+ records: [\d,]+ shown, [\d,]+ kept raw, [\d,]+ unreadable$/)
    const [read = 0, ...parts] =
      ((await counts.textContent()) ?? '').match(/[\d,]+(?= )/g)?.map((n) => Number(n.replaceAll(',', ''))) ?? []
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(read)
  })
})
