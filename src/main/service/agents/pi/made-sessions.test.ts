import { appendFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '@shared/domain/transcript'
import { afterEach, describe, expect, it } from 'vitest'
import { maskConfig } from '../../redaction/mask-config'
import { browse, readingFor } from '../conformance/browse'
import { adapter } from './adapter'
import { listSession } from './listing/scan'
import { sketches } from './listing/session-fold'
import { emptyHome, removeHomes, sourceIn } from './testing/samples'

afterEach(removeHomes)

const id = '0199a000-0000-7000-8000-000000000001'
const header = { type: 'session', version: 3, id, timestamp: '2026-01-01T10:00:00.000Z', cwd: '/w' }
let count = 0

/** A record that follows the one before it, unless `parentId` says otherwise. */
function record(type: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  count += 1
  const timestamp = new Date(Date.UTC(2026, 0, 1, 10, 0, count)).toISOString()
  return { type, id: `e${count}`, parentId: count === 1 ? null : `e${count - 1}`, timestamp, ...more }
}

const message = (role: string, more: Record<string, unknown>) => record('message', { message: { role, ...more } })
const said = (text: string) => message('user', { content: text })

async function openMade(records: readonly Record<string, unknown>[]) {
  const home = emptyHome()
  const folder = join(home, '.pi', 'agent', 'sessions', '--w--')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `2026-01-01T10-00-00-000Z_${id}.jsonl`)
  writeFileSync(path, records.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const source = await sourceIn(home)
  const opened = await adapter.open(source, id, readingFor())
  const { entries } = await opened.page({ from: 'start', direction: 'forward', limit: 500 })
  return { home, path, source, opened, entries }
}

const brief = (entries: readonly Entry[]) =>
  entries.map(({ kind, notice, text, tool }) =>
    tool ? `${kind} ${tool.name} ${tool.status}` : `${notice ?? kind}: ${text}`
  )

afterEach(() => {
  count = 0
})

describe('records that the samples do not have', () => {
  it('shows shell commands of the person, labels, branch summaries and what extensions say', async () => {
    const { entries, opened } = await openMade([
      header,
      said('Begin.'),
      message('bashExecution', { command: 'ls', output: 'a\n', exitCode: 1, cancelled: false }),
      record('label', { targetId: 'e1', label: 'good' }),
      record('branch_summary', { fromId: 'e1', summary: 'It was tried.' }),
      record('custom_message', { customType: 'todo', content: 'Two things are open.', display: true }),
      record('custom_message', { customType: 'memory', content: 'hidden', display: false }),
      record('custom', { customType: 'state', data: {} }),
      record('model_change', { provider: 'p', modelId: 'large' }),
      record('usage', {})
    ])
    expect(brief(entries)).toEqual([
      'user: Begin.',
      'shell bash failed',
      'session: Label: good',
      'other: Summary of the branch that was left: It was tried.',
      'other: Two things are open.',
      'unrecognised: Context of an extension: memory.',
      'unrecognised: A record of an unknown kind: custom.',
      'setting: Model: large'
    ])
    const { accounting } = await opened.account(new AbortController().signal, () => undefined)
    expect(accounting).toMatchObject({ read: 10, shown: 8, raw: 2, unreadable: 0 })
  })

  it('says that a reply failed or was aborted, and cancels its calls', async () => {
    const { entries } = await openMade([
      header,
      message('assistant', {
        content: [{ type: 'toolCall', id: 'c', name: 'bash', arguments: {} }],
        stopReason: 'aborted'
      }),
      message('assistant', { content: [], stopReason: 'error', errorMessage: 'Overloaded' })
    ])
    expect(brief(entries)).toEqual([
      'tool bash cancelled',
      'interruption: The reply was interrupted.',
      'failure: Overloaded'
    ])
  })

  it('reads the first format, whose records have no ids', async () => {
    const { entries, opened } = await openMade([
      { ...header, version: undefined },
      { type: 'message', timestamp: '2026-01-01T10:00:01.000Z', message: { role: 'user', content: 'One' } },
      {
        type: 'message',
        timestamp: '2026-01-01T10:00:02.000Z',
        message: { role: 'assistant', content: [{ type: 'text', text: 'Two' }] }
      }
    ])
    expect(brief(entries)).toEqual(['user: One', 'assistant: Two'])
    expect(opened.summary.layout).toBe('version 1')
  })

  it('C12 takes attached files off a prompt, and not what stands within it', async () => {
    const { entries } = await openMade([
      header,
      said('<file name="/w/a.txt">secret <b> text</file>\nRead <file name="x"></file> it.'),
      said('<file name="/w/a.txt"></file>')
    ])
    expect(entries.map(({ text }) => text)).toEqual([
      'Read <file name="x"></file> it.',
      '<file name="/w/a.txt"></file>'
    ])
  })

  it('C2 keeps the live branch when a link of it was lost to damage', async () => {
    const { entries } = await openMade([
      header,
      said('One'),
      said('Two'),
      { ...said('Three'), parentId: 'lost' },
      said('Four')
    ])
    expect(entries.map(({ text, parent }) => [text, parent])).toEqual([
      ['One', undefined],
      ['Two', undefined],
      ['Three', undefined],
      ['Four', undefined]
    ])
  })
})

describe('branches of a long session', () => {
  it('are told at its end as they are from its beginning, also where one went back very far', async () => {
    const long = (text: string) => said(`${text} ${'x'.repeat(200_000)}`)
    const records = [header, said('One'), ...Array.from({ length: 30 }, (_, number) => long(`left ${number}`))]
    const back = { ...said('Went back'), parentId: 'e1' }
    const { entries, opened } = await openMade([...records, back, ...Array.from({ length: 12 }, () => long('live'))])
    const page = await opened.page({ from: 'end', direction: 'backward', limit: 20 })
    expect(page.entries).toEqual(entries.slice(-page.entries.length))
    expect(page.entries.filter(({ parent }) => parent !== undefined).length).toBeGreaterThan(3)
    expect(entries.filter(({ parent }) => parent === undefined)).toHaveLength(15)
  })
})

describe('listing', () => {
  it('D6 costs what was appended', async () => {
    const { path, source } = await openMade([header, said('Begin.'), said('x'.repeat(900_000))])
    const file = { unit: 'sessions/made', path, id }
    listSession(file)
    const before = sketches.bytesRead
    const line = `${JSON.stringify(record('session_info', { name: 'Später' }))}\n`
    appendFileSync(path, line)
    expect(listSession(file).title).toBe('Später')
    expect(sketches.bytesRead - before).toBe(Buffer.byteLength(line))
    expect(statSync(path).size).toBeGreaterThan(900_000)
    expect((await browse(adapter, source)).sessions.get(id)?.listed.title).toBe('Später')
  })

  it('B4 believes the record, not the folder', async () => {
    const { opened } = await openMade([{ ...header, cwd: '/somewhere/else_x.y' }, said('Hello')])
    expect(opened.summary.workspace).toBe('/somewhere/else_x.y')
  })
})

describe('locate', () => {
  it('looks where PI_CODING_AGENT_DIR says, beside the usual place', async () => {
    const places = { home: '/h', platform: 'linux', cwd: '/c', settings: [], flags: [] } as const
    const roots = async (env: Record<string, string>) =>
      (await adapter.locate({ ...places, env })).map(({ root, origin }) => `${origin} ${root}`)
    expect(await roots({})).toEqual(['default /h/.pi/agent'])
    expect(await roots({ PI_CODING_AGENT_DIR: '~/moved' })).toEqual(['environment /h/moved', 'default /h/.pi/agent'])
  })
})

describe('config', () => {
  it('shows settings and masks everything that may be a secret; credentials are not read', async () => {
    const home = emptyHome()
    const root = join(home, '.pi', 'agent')
    mkdirSync(root, { recursive: true })
    writeFileSync(join(root, 'settings.json'), '{"defaultModel":"large","own":"sk-fake-own"}')
    const provider = {
      apiKey: 'sk-fake-key',
      baseUrl: 'https://u:sk-fake-url@example.org',
      headers: { 'x-key': 'sk-fake-header' }
    }
    writeFileSync(join(root, 'models.json'), JSON.stringify({ providers: { own: provider } }))
    writeFileSync(join(root, 'auth.json'), '{"own":{"key":"sk-fake-auth"}}')
    const documents = await adapter.config(await sourceIn(home), null, readingFor())
    expect(documents.map(({ name, present }) => `${name} ${present}`)).toEqual([
      'settings.json true',
      'models.json true',
      'auth.json (presence only) true'
    ])
    expect(documents[2]?.root).toBeUndefined()
    const masked = JSON.stringify(documents.map((document) => maskConfig(document, adapter.configRules)))
    expect(masked).not.toContain('sk-fake')
    expect(masked).toContain('large')
  })
})
