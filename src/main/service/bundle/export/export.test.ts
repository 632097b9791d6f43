import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { HomeService } from '../../testing/home-service'
import { plainMarkdown } from './plain-markdown'

const open: HomeService[] = []
afterEach(async () => {
  for (const place of open.splice(0)) await place.close()
})

const key = 'a8f5f167f44f4964e6c998dee827110c'
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const hostile = `</pre><script>alert(1)</script><img src=x onerror=alert(2)> \u202e API_KEY=${key} [x](javascript:alert(3)) ![y](https://far.example/p.png)`

async function hostileHome(): Promise<HomeService> {
  const place = new HomeService()
  const base = { sessionId: 'evil-1', cwd: '/home/dev/x', version: '2.1.0', isSidechain: false }
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }
  const long = { command: `echo ${'word '.repeat(40_000)}the end` }
  place.put('.claude/projects/-home-dev-x/evil-1.jsonl', [
    {
      ...base,
      type: 'user',
      uuid: 'u1',
      parentUuid: null,
      timestamp: '2026-11-29T10:00:00.000Z',
      message: { role: 'user', content: [{ type: 'text', text: hostile }, image] }
    },
    {
      ...base,
      type: 'assistant',
      uuid: 'a1',
      parentUuid: 'u1',
      timestamp: '2026-11-29T10:00:01.000Z',
      message: { id: 'm1', role: 'assistant', content: [{ type: 'text', text: `# Hi\n${hostile}\n\`\`\`\nopen <b>` }] }
    },
    {
      ...base,
      type: 'assistant',
      uuid: 'a2',
      parentUuid: 'a1',
      timestamp: '2026-11-29T10:00:02.000Z',
      message: { id: 'm2', role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: long }] }
    },
    {
      ...base,
      type: 'user',
      uuid: 'u2',
      parentUuid: 'a2',
      timestamp: '2026-11-29T10:00:03.000Z',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: `\`\`\`\`\n${hostile}` }] }
    }
  ])
  await place.open()
  await place.scan()
  open.push(place)
  return place
}

async function exported(format: 'md' | 'json' | 'html', images = false): Promise<string> {
  const place = await hostileHome()
  const session = await place.ref('evil-1')
  const made = await place.call('export.make', { session, format, images, path: join(place.home, `out.${format}`) })
  expect([made.entries, made.masked > 0]).toEqual([3, true])
  return readFileSync(made.path, 'utf8')
}

describe('export.make', () => {
  it('F2 a page holds no script, no address that is loaded, and says so in its policy', async () => {
    const page = await exported('html')
    expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none';`)
    const tags = [...page.matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name)
    expect(
      tags.filter((name) => ['script', 'iframe', 'link', 'img', 'object', 'svg', 'form'].includes(name ?? ''))
    ).toEqual([])
    expect(page).not.toMatch(/<[^>]+\s(?:on\w+|src|href)=/)
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toContain('\u202e')
    expect(page).toContain('the end')
  })

  it('F1 no format holds the secret', async () => {
    for (const format of ['md', 'json', 'html'] as const) {
      const text = await exported(format)
      expect([text.includes(key), text.includes('‹masked: api key›')]).toEqual([false, true])
    }
  })

  it('F2 images are in it only by choice, as data', async () => {
    expect(await exported('html')).not.toContain('data:image')
    expect(await exported('html', true)).toContain(`<img alt="" src="data:image/png;base64,${png}">`)
  })

  it('F2 Markdown runs nothing in what shows it, and a fence of the text ends no block', async () => {
    const text = await exported('md')
    const outside = outsideOfBlocks(text)
    expect(outside).not.toMatch(/(?<!\\)<(?:script|img|\/pre)/)
    expect(outside).not.toMatch(/(?<!\\)\]\(javascript/)
    expect(text).not.toContain('\u202e')
    expect(outside).not.toMatch(/(?<!\\)!\[y\]/)
    expect(text.match(/^`{5,}/gm)?.length).toBeGreaterThan(1)
  })

  it('JSON is one document with whole texts', async () => {
    const { session, entries } = JSON.parse(await exported('json')) as {
      session: { id: string }
      entries: { kind: string; tool?: { arguments: { command: string } } }[]
    }
    expect([session.id, entries.map(({ kind }) => kind)]).toEqual(['evil-1', ['user', 'assistant', 'tool']])
    expect(entries[2]?.tool?.arguments.command.endsWith('the end')).toBe(true)
  })
})

/** The lines that a reader of Markdown takes as text, spans of code left out. */
function outsideOfBlocks(text: string): string {
  const lines: string[] = []
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const sign: string | undefined = /^(`{3,})/.exec(line)?.[1]
    if (fence === null && sign !== undefined) fence = sign
    else if (fence !== null && line.trim() === fence) fence = null
    else if (fence === null) lines.push(line)
  }
  return lines.join('\n')
}

describe('plainMarkdown', () => {
  it('leaves code as it is and closes a block that is open', () => {
    expect(plainMarkdown('a `<b>` <b>\n```\n<i>')).toBe('a `<b>` \\<b>\n```\n<i>\n```')
    expect(plainMarkdown('a ` <b>')).toBe('a ` \\<b>')
  })

  it('takes programs out of addresses and keeps the others', () => {
    expect(plainMarkdown('[a](JavaScript:x) [b](https://h/) [c](data:text/html,x) [d](docs/x.md)')).toBe(
      '[a](#x) [b](https://h/) [c](#text/html,x) [d](docs/x.md)'
    )
    expect(plainMarkdown('[a]: vbscript:x')).toBe('[a]: #x')
  })
})
