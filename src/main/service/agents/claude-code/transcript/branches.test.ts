import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lines, madeHome, readAll } from '../testing/sample-home'

const at = (second: number) => new Date(Date.UTC(2026, 10, 29, 12, 0, second)).toISOString()
let second = 0

type Fields = Record<string, unknown>

function linked(uuid: string, parentUuid: string | null, more: Fields): Fields {
  second += 1
  return { parentUuid, isSidechain: false, ...more, uuid, timestamp: at(second), cwd: '/w', sessionId: 'made' }
}

const user = (uuid: string, parent: string | null, content: unknown, more: Fields = {}) =>
  linked(uuid, parent, { type: 'user', message: { role: 'user', content }, ...more })
const reply = (uuid: string, parent: string | null, content: readonly Fields[], more: Fields = {}) =>
  linked(uuid, parent, { type: 'assistant', message: { id: `m-${uuid}`, model: 'm', content }, ...more })
const says = (text: string) => [{ type: 'text', text }]
const call = (id: string, name = 'Bash', input: Fields = {}) => [{ type: 'tool_use', id, name, input }]
const result = (uuid: string, parent: string, id: string, content: unknown = 'fine', more: Fields = {}) =>
  user(uuid, parent, [{ type: 'tool_result', tool_use_id: id, content, ...more }], { sourceToolAssistantUUID: parent })

async function shown(records: readonly unknown[]) {
  const { entries, account } = await readAll(madeHome(records), 'made')
  const { accounting } = account
  expect(accounting.shown + accounting.raw + accounting.unreadable).toBe(accounting.read)
  return entries
}

const brief = (entries: Awaited<ReturnType<typeof shown>>) =>
  entries.map(({ kind, notice, text, tool, parent }) =>
    [notice ?? kind, tool ? `${tool.name} ${tool.status}` : text.slice(0, 20), ...(parent ? ['folded'] : [])].join(': ')
  )

describe('the live branch', () => {
  it('folds what a rewind left behind below a notice, also a second one and one within another', async () => {
    const entries = await shown([
      user('u1', null, 'first'),
      reply('a1', 'u1', says('one')),
      user('u2', 'a1', 'second'),
      reply('a2', 'u2', says('two')),
      user('u3', 'a1', 'third'),
      reply('a3', 'u3', says('three')),
      user('u4', 'a1', 'fourth'),
      reply('a4', 'u4', says('four'))
    ])
    expect(brief(entries)).toEqual([
      'user: first',
      'assistant: one',
      'rewind: The conversation was',
      'user: second: folded',
      'assistant: two: folded',
      'rewind: The conversation was',
      'user: third: folded',
      'assistant: three: folded',
      'user: fourth',
      'assistant: four'
    ])
    expect(entries[4]?.parent).toBe(entries[2]?.id)
  })

  it('folds everything before a rewind to the very beginning, once that is on record', async () => {
    const before = [user('u1', null, 'first'), reply('a1', 'u1', says('one'))]
    const mark = { type: 'last-prompt', leafUuid: '00000000-0000-0000-0000-000000000000', explicit: true }
    const after = [user('u2', null, 'again'), reply('a2', 'u2', says('two'))]
    expect(brief(await shown([...before, mark, ...after]))[1]).toBe('user: first: folded')
    expect(brief(await shown([...before, ...after]))[0]).toBe('user: first')
  })

  it('keeps all results of parallel calls, of which only the last is gone on with', async () => {
    const entries = await shown([
      user('u1', null, 'go'),
      reply('a1', 'u1', call('c1')),
      reply('a2', 'a1', call('c2')),
      result('r1', 'a1', 'c1'),
      result('r2', 'a2', 'c2'),
      reply('a3', 'r2', says('done'))
    ])
    expect(brief(entries)).toEqual(['user: go', 'tool: Bash ok', 'tool: Bash ok', 'assistant: done'])
  })

  it('shows what stands before a torn chain as it is', async () => {
    const entries = await shown([
      user('u1', null, 'first'),
      reply('a1', 'u1', says('one')),
      user('u2', 'lost', 'second'),
      reply('a2', 'u2', says('two'))
    ])
    expect(brief(entries)).toEqual(['user: first', 'assistant: one', 'user: second', 'assistant: two'])
  })

  it('C7 goes on over compactions of both forms, several of them, and never calls what was before abandoned', async () => {
    const boundary = (uuid: string, more: Fields) =>
      linked(uuid, null, { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', ...more })
    const summary = (uuid: string, parent: string) => user(uuid, parent, 'Summary of it', { isCompactSummary: true })
    const entries = await shown([
      user('u1', null, 'first'),
      reply('a1', 'u1', says('one')),
      boundary('b1', { logicalParentUuid: 'a1', compactMetadata: { trigger: 'auto', preTokens: 10 } }),
      summary('s1', 'b1'),
      user('u2', 's1', 'second'),
      reply('a2', 'u2', says('two')),
      boundary('b2', { compactMetadata: { trigger: 'manual', preservedMessages: { uuids: ['a2'] } } }),
      summary('s2', 'b2'),
      user('u3', 'a2', 'third'),
      reply('a3', 'u3', says('three'))
    ])
    expect(entries.filter(({ parent }) => parent !== undefined)).toEqual([])
    expect(entries.filter(({ notice }) => notice === 'compaction').map(({ text }) => text)).toEqual([
      'Conversation compacted (auto, 10 tokens before)',
      'Conversation compacted (manual)'
    ])
    expect(entries.filter(({ kind }) => kind === 'user')).toHaveLength(3)
  })
})

describe('sidechains in the main file', () => {
  it('C10 stand below the call that began them, and their task is no prompt of the person', async () => {
    const side = { isSidechain: true }
    const entries = await shown([
      user('u1', null, 'go'),
      reply('a1', 'u1', call('c1', 'Task', { prompt: 'look', description: 'a look' })),
      reply('a2', 'a1', call('c2', 'Task', { prompt: 'search', description: 'a search' })),
      user('x1', null, 'look', side),
      user('y1', null, 'search', side),
      reply('x2', 'x1', says('looked'), side),
      reply('y2', 'y1', says('searched'), side),
      result('r1', 'a1', 'c1'),
      result('r2', 'a2', 'c2')
    ])
    const calls = entries.filter(({ kind }) => kind === 'tool')
    const under = (text: string) => entries.findLast((entry) => entry.text === text)?.parent
    expect(under('looked')).toBe(calls[0]?.id)
    expect(under('searched')).toBe(calls[1]?.id)
    expect(entries.filter(({ kind }) => kind === 'user').map(({ text }) => text)).toEqual(['go'])
    expect(calls.map(({ tool }) => tool?.subagent?.name)).toEqual(['a look', 'a search'])
  })
})

describe('records of the user that are no prompts', () => {
  it('C12 are notices, commands of the shell, or kept raw', async () => {
    const entries = await shown([
      user('u1', null, '<local-command-caveat>Caveat</local-command-caveat>', { isMeta: true }),
      user('u2', 'u1', '<command-name>/model</command-name>\n<command-args>opus</command-args>'),
      user('u3', 'u2', '<local-command-stdout>Set model</local-command-stdout>'),
      user('u4', 'u3', '<bash-input>ls</bash-input>'),
      user('u5', 'u4', '<bash-stdout>a.txt</bash-stdout><bash-stderr></bash-stderr>'),
      user('u6', 'u5', [
        { type: 'text', text: '<system-reminder>note</system-reminder>' },
        { type: 'text', text: 'real' }
      ]),
      user('u7', 'u6', [{ type: 'text', text: '[Request interrupted by user]' }]),
      linked('q1', 'u7', { type: 'attachment', attachment: { type: 'queued_command', prompt: 'meanwhile' } })
    ])
    expect(brief(entries)).toEqual([
      'other: /model opus',
      'other: Set model',
      'shell: bash ok',
      'user: real',
      'interruption: Request interrupted ',
      'user: meanwhile'
    ])
  })

  it('count calls as failed that the agent marks, and as cancelled what the person stopped', async () => {
    const entries = await shown([
      user('u1', null, 'go'),
      reply('a1', 'u1', call('c1')),
      result('r1', 'a1', 'c1', 'Exit code 3\nno', { is_error: true }),
      reply('a2', 'r1', call('c2')),
      result('r2', 'a2', 'c2', "The user doesn't want to proceed with this tool use.", { is_error: true }),
      reply('a3', 'r2', call('c3')),
      user('u2', 'a3', 'next'),
      reply('a4', 'u2', call('c4'))
    ])
    const tools = entries.flatMap(({ tool }) => (tool ? [tool] : []))
    expect(tools.map(({ status }) => status)).toEqual(['failed', 'cancelled', 'cancelled', 'running'])
    expect(tools[0]?.exitCode).toBe(3)
  })

  it('shows a result whose call was lost, and a reply that the program made up as a notice', async () => {
    const entries = await shown([
      result('r1', 'lost', 'c1', 'orphan'),
      linked('a1', 'r1', {
        type: 'assistant',
        isApiErrorMessage: true,
        message: { id: 'm', model: '<synthetic>', content: says('API Error: 500') }
      })
    ])
    expect(brief(entries)).toEqual(['tool: unknown tool ok', 'failure: API Error: 500'])
    expect(entries[0]?.tool?.result).toBe('orphan')
  })
})

describe('a session that grows while it is looked at', () => {
  it('D6 is told as if it had been read as a whole, also when a rewind makes a branch of what was there', async () => {
    const before = [user('u1', null, 'first'), reply('a1', 'u1', says('one')), user('u2', 'a1', 'second')]
    const after = [user('u3', 'a1', 'third'), reply('a3', 'u3', says('three')), user('u4', 'a3', 'fourth')]
    const home = madeHome(before)
    const path = join(home, '.claude/projects/-w/made.jsonl')
    const outlineOf = async (at: string) => (await readAll(at, 'made')).session.outline()
    expect((await outlineOf(home)).map(({ text }) => text)).toEqual(['first', 'second'])
    for (const [index, record] of after.entries()) {
      const line = lines([record])
      appendFileSync(path, line.slice(0, 30))
      await outlineOf(home)
      appendFileSync(path, line.slice(30))
      const whole = madeHome([...before, ...after.slice(0, index + 1)])
      expect(await outlineOf(home)).toEqual(await outlineOf(whole))
      expect((await readAll(home, 'made')).entries).toEqual((await readAll(whole, 'made')).entries)
    }
    expect((await outlineOf(home)).map(({ text }) => text.slice(0, 16))).toEqual([
      'first',
      'The conversation',
      'second',
      'third',
      'fourth'
    ])
  })
})
