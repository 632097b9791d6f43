import { chmodSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome } from './support/command'
import type { ListAnswer, ShowAnswer } from './support/shapes'

test.describe('the command line', () => {
  let home: CommandHome
  test.beforeAll(() => {
    home = new CommandHome('gestura')
  })
  test.afterAll(() => home.dispose())
  const session = 'gestura:fa767501-1b54-466b-9c6b-0727a648a8cc'

  for (const [args, why] of [
    [['frobnicate'], 'no such command'],
    [['list', '--frobnicate'], 'no such option'],
    [['list', 'more'], 'more than it takes'],
    [['list', '--sort', 'age'], 'no such order'],
    [['list', '--limit', '0'], 'no such number'],
    [['list', '--root', 'gestura'], 'a root without a path'],
    [['list', '--root', 'nobody=/tmp'], 'no such agent'],
    [['list', '--root', 'crush=/tmp'], 'an agent that is not read'],
    [['show'], 'no session'],
    [['show', 'nothing'], 'no session name'],
    [['apply', 'some-plan'], 'no digest'],
    [['lease', '--epoch', '3'], 'a number without the takeover that it is for'],
    [['--json'], 'no command']
  ] as const) {
    test(`ends with 2 for ${why}: ${args.join(' ')}`, async () => {
      const ended = await home.run([...args, '--json'])
      expect(ended.code).toBe(2)
      expect(JSON.parse(ended.out)).toMatchObject({ error: { code: 'bad.input' } })
      expect(ended.err).toBe('')
    })
  }

  test('ends with 1 for a session that is not there, and says so to people on stderr', async () => {
    const json = await home.run(['show', 'gestura:nowhere', '--json'])
    expect([json.code, JSON.parse(json.out).error.code]).toEqual([1, 'not.found'])
    const plain = await home.run(['show', 'gestura:nowhere'])
    expect([plain.code, plain.out]).toEqual([1, ''])
    expect(plain.err).toContain('There is no session gestura:nowhere')
  })

  test('ends with 1 for a place that is not there, and names it, unless other places hold something', async () => {
    const gone = join(home.folder, 'gone')
    for (const args of [['list'], ['prompts'], ['show', session]]) {
      const ended = await home.run([...args, '--root', `gestura=${gone}`, '--json'])
      const { error } = JSON.parse(ended.out)
      expect([ended.code, error.code, error.message.includes(gone)]).toEqual([1, 'source.missing', true])
      expect(error.advice).toContain('--root')
    }
    const both = ['--root', `gestura=${gone}`, '--root', `gestura=${home.home}`]
    const { sources } = await home.json<{ sources: { root: string; state: string; findings: object[] }[] }>([
      'list',
      ...both
    ])
    expect(sources.find(({ root }) => root === gone)).toMatchObject({
      state: 'missing',
      findings: [{ code: 'source.missing', can: expect.any(String) }]
    })
    expect((await home.run(['list', ...both])).out).toContain(`Not there: ${gone}`)
  })

  test('helps, for all commands and for one, and says its version', async () => {
    for (const args of [[], ['help'], ['--help'], ['-h']]) {
      const { code, out } = await home.run(args)
      expect([code, out.includes('checkpoints <session>')]).toEqual([0, true])
    }
    expect((await home.run(['list', '--help'])).out).toContain('--workspace')
    expect((await home.run(['help', 'apply'])).out).toContain('--digest')
    expect((await home.run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test('names both sessions when two sources have one of that id, and takes either by its source', async () => {
    const other = join(home.folder, 'other')
    cpSync(home.home, other, { recursive: true })
    const roots = ['--root', `gestura=${home.home}`, '--root', `gestura=${other}`]
    const ended = await home.run(['show', session, ...roots, '--json'])
    expect(ended.code).toBe(2)
    const { error } = JSON.parse(ended.out) as { error: { code: string; data: { sessions: string[] } } }
    expect(error.code).toBe('ambiguous')
    expect(error.data.sessions).toHaveLength(2)
    for (const name of error.data.sessions) {
      expect(name).toMatch(/^gestura:fa767501-[^@]+@gestura-[0-9a-f]{8}$/)
      expect((await home.json<ShowAnswer>(['show', name, ...roots])).entries.length).toBeGreaterThan(0)
    }
  })

  test('reads a key only from a file that nobody else can read', async () => {
    const key = join(home.folder, 'key')
    for (const [text, mode, part] of [
      ['00ff', 0o644, 'chmod 600'],
      ['no hex', 0o600, 'hex']
    ] as const) {
      writeFileSync(key, text)
      chmodSync(key, mode)
      const { code, out } = await home.run(['list', '--key-file', `a3s=${key}`, '--json'])
      expect([code, JSON.parse(out).error.message.includes(part)]).toEqual([2, true])
    }
    expect((await home.run(['list', '--key-file', 'a3s=/nowhere', '--json'])).code).toBe(2)
  })

  test('pages a transcript without gap or repeat', async () => {
    const all = await home.json<ShowAnswer>(['show', session])
    const first = await home.json<ShowAnswer>(['show', session, '--limit', '3'])
    const second = await home.json<ShowAnswer>([
      'show',
      session,
      '--after',
      first.entries.at(-1)?.id ?? '',
      '--limit',
      '3'
    ])
    const rest = await home.json<ShowAnswer>(['show', session, '--after', second.entries.at(-1)?.id ?? ''])
    expect([...first.entries, ...second.entries, ...rest.entries]).toEqual(all.entries)
    expect(first.accounting).toEqual(all.accounting)
    expect((await home.run(['show', session, '--after', 'no-such', '--json'])).code).toBe(1)
  })

  test('gives long results whole, and native records on request', async () => {
    const root = join(home.folder, 'long')
    const folder = join(root, '.gestura', 'agent_sessions')
    mkdirSync(folder, { recursive: true })
    const at = '2026-01-01T00:00:00Z'
    const text = 'A long text, '.repeat(60_000)
    const message = { role: 'user', content: text, timestamp: at, source: 'text' }
    const state = { messages: [message], tool_calls: [], total_tokens: 0 }
    const id = '5b0c8a52-6f0e-4c0b-9d55-2f6c1f0f7a11'
    writeFileSync(
      join(folder, `${id}.json`),
      JSON.stringify({ id, title: 'Long', created_at: at, last_active: at, state })
    )
    const answer = await home.json<ShowAnswer>(['show', `gestura:${id}`, '--raw', '--root', `gestura=${root}`])
    expect(answer.entries[0]?.text === text).toBe(true)
    expect(answer.entries[0]?.clipped).toBe(undefined)
    expect(JSON.stringify(answer.entries[0]?.raw).includes('"source":"text"')).toBe(true)
  })

  test('shows people a readable page that cannot steer their terminal', async () => {
    const { out } = await home.run(['show', 'gestura:c7c1aa38-997f-445b-9adf-3c3bc02a9d90'])
    expect(out).toContain('# user')
    expect(out).toContain('greeting')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
    expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
    const lines = (await home.run(['list'])).out.trimEnd().split('\n')
    const isRow = (line: string) => / gestura:\S+$/.test(line)
    const gone = lines.indexOf('Gone, of which something is left:')
    expect(lines.slice(0, gone).filter(isRow)).toHaveLength(15)
    expect(lines.slice(gone).filter(isRow)).toHaveLength(1)
  })

  test('keeps its own folder for its owner, and writes no content of a session into its log', async () => {
    await home.json<ListAnswer>(['list'])
    expect(statSync(home.own).mode & 0o777).toBe(0o700)
    for (const entry of readdirSync(home.own, { recursive: true, withFileTypes: true })) {
      expect(statSync(join(entry.parentPath, entry.name)).mode & 0o077, entry.name).toBe(0)
    }
  })
})
