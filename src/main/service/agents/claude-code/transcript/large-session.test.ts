import type { Entry } from '@shared/domain/transcript'
import { describe, expect, it } from 'vitest'
import { adapter } from '../adapter'
import { madeHome, reading, sourceIn } from '../testing/sample-home'

const padding = 'word '.repeat(200)

/** About 9 MB: turns with parallel calls, a rewind after every seventh, one of them long, and sidechains in the main file. */
function longConversation(): unknown[] {
  const records: unknown[] = []
  let number = 0
  let tip: string | null = null
  const add = (parent: string | null, more: Record<string, unknown>): string => {
    number += 1
    const uuid = `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`
    const timestamp = new Date(Date.UTC(2026, 10, 1) + number * 1000).toISOString()
    records.push({ parentUuid: parent, isSidechain: false, ...more, uuid, timestamp, cwd: '/w', sessionId: 'made' })
    return uuid
  }
  const user = (parent: string | null, content: unknown, more = {}) =>
    add(parent, { type: 'user', message: { role: 'user', content }, ...more })
  const reply = (parent: string, content: unknown, more = {}) =>
    add(parent, { type: 'assistant', message: { id: `m${number}`, model: 'm', content: [content] }, ...more })
  const turn = (parent: string | null, name: string): string => {
    const asked = user(parent, `prompt ${name}`)
    const said = reply(asked, { type: 'text', text: `${name} ${padding}` })
    const first = reply(said, { type: 'tool_use', id: `c1-${name}`, name: 'Task', input: { prompt: name } })
    const second = reply(first, { type: 'tool_use', id: `c2-${name}`, name: 'Bash', input: {} })
    const side = user(null, name, { isSidechain: true })
    reply(side, { type: 'text', text: `side ${name}` }, { isSidechain: true })
    user(first, [{ type: 'tool_result', tool_use_id: `c1-${name}`, content: padding }])
    const last = user(second, [{ type: 'tool_result', tool_use_id: `c2-${name}`, content: padding }])
    return reply(last, { type: 'text', text: `done ${name}` })
  }
  for (let index = 0; index < 1500; index += 1) {
    const before: string | null = tip
    tip = turn(tip, `${index}`)
    // A branch of 300 turns is longer than what the first look at the end takes in.
    if (index % 7 === 3 && index !== 1403) {
      turn(tip, `${index}-left`)
      tip = turn(before, `${index}-again`)
    }
    if (index !== 1403) continue
    let branch = tip
    for (let more = 0; more < 300; more += 1) branch = turn(branch, `${index}-long-${more}`)
  }
  return records
}

describe('a session of many megabytes', () => {
  const home = madeHome(longConversation())
  const open = () => adapter.open(sourceIn(home), 'made', reading)

  it('reads the same from its end, page by page and at any place, as from its beginning', async () => {
    const whole = await open()
    const expected: Entry[] = []
    for (let from: string | null = 'start'; from !== null; ) {
      const page = await whole.page({ from, direction: 'forward', limit: 500 })
      expected.push(...page.entries)
      from = page.after
    }
    const fromEnd: Entry[] = []
    const other = await open()
    for (let from: string | null = 'end'; from !== null; ) {
      const page = await other.page({ from, direction: 'backward', limit: 333 })
      fromEnd.unshift(...page.entries)
      from = page.before
    }
    expect(fromEnd).toEqual(expected)
    const last = await (await open()).page({ from: 'end', direction: 'backward', limit: 50 })
    expect(last.entries).toEqual(expected.slice(-last.entries.length))
    for (const at of [17, 4321, 9000, expected.length - 700]) {
      const session = await open()
      const entry = expected[at]
      expect(await session.entry(entry?.id ?? '')).toEqual(entry)
      const cursor = entry?.id.split('.')[0] ?? ''
      const page = await session.page({ from: cursor, direction: 'forward', limit: 40 })
      const first = expected.findIndex(({ id }) => id === page.entries[0]?.id)
      expect(page.entries).toEqual(expected.slice(first, first + page.entries.length))
    }
    const outline = await (await open()).outline()
    const landmarks = expected.filter(({ kind }) => kind === 'user' || kind === 'notice')
    expect(outline.map(({ entry }) => entry)).toEqual(landmarks.map(({ id }) => id))
  }, 120_000)

  it('says as much of the branches', async () => {
    const outline = await (await open()).outline()
    const account = await (await open()).account(reading.signal, () => undefined)
    expect(outline.filter(({ text }) => text.startsWith('The conversation was rewound')).length).toBeGreaterThan(200)
    expect(account.accounting.unreadable).toBe(0)
  }, 60_000)
})

describe('a record of 30 MB', () => {
  it('D2 stands on its page with its texts cut, and is whole when it is opened, copied raw, or searched in', async () => {
    const text = 'thirty million '.repeat(2_000_000)
    const uuid = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
    const about = { isSidechain: false, timestamp: '2026-11-29T12:00:00.000Z', cwd: '/w', sessionId: 'made' }
    const home = madeHome([
      { type: 'user', parentUuid: null, uuid: uuid(1), message: { role: 'user', content: 'go' }, ...about },
      {
        type: 'assistant',
        parentUuid: uuid(1),
        uuid: uuid(2),
        message: {
          id: 'm',
          model: 'm',
          content: [{ type: 'tool_use', id: 'c', name: 'Bash', input: { command: 'cat' } }]
        },
        ...about
      },
      {
        type: 'user',
        parentUuid: uuid(2),
        uuid: uuid(3),
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: text }] },
        ...about
      }
    ])
    const session = await adapter.open(sourceIn(home), 'made', reading)
    const { entries } = await session.page({ from: 'end', direction: 'backward', limit: 10 })
    expect(entries.map(({ kind }) => kind)).toEqual(['user', 'tool'])
    const cut = entries[1]?.tool
    expect(cut?.status).toBe('ok')
    expect(cut?.result.length).toBeLessThan(200_000)
    const whole = (await session.entry(entries[1]?.id ?? ''))?.tool
    expect(whole?.result === text).toBe(true)
    expect((await session.raw(entries[1]?.id ?? '')).length).toBeGreaterThan(text.length)
    expect((await session.account(reading.signal, () => undefined)).accounting).toMatchObject({ read: 3, shown: 3 })
  }, 60_000)
})
