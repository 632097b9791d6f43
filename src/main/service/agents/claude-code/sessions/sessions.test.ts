import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adapter } from '../adapter'
import {
  emptyHome,
  lines,
  listAll,
  madeHome,
  put,
  readAll,
  reading,
  sampleHome,
  sourceIn
} from '../testing/sample-home'
import { isFolderOf } from './encode-folder'
import { foldedFiles } from './folded-files'

const weather = '.claude/projects/-home-dev-weather'
const origin = '095bbe87-37e2-4820-b558-9182cfc4cc92'
const fork = 'a3e2964c-45f9-46ee-8a81-5da4eef3d282'
const parent = '1494aac4-bdfb-4a1d-a8d5-5283a017be20'
const child = 'agent-a06f648b5c8b91f5a'
const prompt = (text: string, more: Record<string, unknown> = {}) => ({
  type: 'user',
  parentUuid: null,
  uuid: text,
  timestamp: '2026-11-29T12:00:00.000Z',
  cwd: '/w',
  message: { role: 'user', content: text },
  ...more
})

describe('forks', () => {
  it('C11 mark what was copied as inherited, and count only what is their own', async () => {
    const home = sampleHome('claude-code')
    const { entries, account, session } = await readAll(home, fork)
    const prompts = entries.filter(({ kind }) => kind === 'user')
    expect(prompts.map(({ inherited }) => inherited ?? false)).toEqual([true, true, false])
    expect(account.entries).toBe(3)
    expect(session.summary).toMatchObject({ parent: origin, parentKind: 'fork' })
    expect((await listAll(home)).get(origin)?.parent).toBeUndefined()
  })

  it('are linked to the nearest of several sessions that begin alike, and by name where records name it', async () => {
    const home = emptyHome()
    const begun = (at: string) => ({ type: 'queue-operation', operation: 'enqueue', timestamp: at })
    const file = (id: string, records: unknown[]) => put(home, `.claude/projects/-w/${id}.jsonl`, lines(records))
    const [a, b, c] = ['a', 'b', 'c'].map((text) => prompt(`${text}0000000-0000-4000-8000-000000000000`))
    file('root', [begun('2026-11-29T10:00:00Z'), a, b])
    file('near', [begun('2026-11-29T11:00:00Z'), a, b, c])
    file('late', [begun('2026-11-29T12:00:00Z'), a, b, c, prompt('own')])
    file('named', [prompt('other', { forkedFrom: { sessionId: 'near', messageUuid: 'x' } })])
    const listed = await listAll(home)
    expect(['root', 'near', 'late', 'named'].map((id) => listed.get(id)?.parent)).toEqual([
      undefined,
      'root',
      'near',
      'near'
    ])
  })
})

describe('continuations', () => {
  const uuid = (letter: string) => `${letter}0000000-0000-4000-8000-000000000000`
  const begun = (at: string) => ({ type: 'queue-operation', operation: 'enqueue', timestamp: at })

  it.each([
    ['1.0.51', ['a', 'b', 'c'], 'continuation'],
    ['1.0.51', ['a', 'c'], 'fork'],
    ['2.1.332', ['a', 'b', 'c'], 'fork']
  ])(
    'C11 a file of %s that begins with %j of a session goes on with it or is a fork: %s',
    async (version, kept, kind) => {
      const home = emptyHome()
      const file = (id: string, at: string, letters: readonly string[]) =>
        put(
          home,
          `.claude/projects/-w/${id}.jsonl`,
          lines([begun(at), ...letters.map((each) => prompt(uuid(each), { version }))])
        )
      file('first', '2026-11-29T10:00:00Z', ['a', 'b'])
      file('second', '2026-11-29T11:00:00Z', kept)
      const listed = await listAll(home)
      expect(listed.get('second')).toMatchObject({ parent: 'first', parentKind: kind })
      expect(listed.get('first')?.parent).toBeUndefined()
    }
  )
})

describe('subagents', () => {
  it('C10 are children of their session, however deep their file lies', async () => {
    const home = sampleHome('claude-code')
    const from = join(home, weather, parent, 'subagents')
    mkdirSync(join(home, weather, parent, 'subagents', 'deeper'))
    for (const ending of ['.jsonl', '.meta.json']) {
      renameSync(join(from, `${child}${ending}`), join(from, 'deeper', `${child}${ending}`))
    }
    const listed = (await listAll(home)).get(child)
    expect(listed).toMatchObject({ parent, parentKind: 'subagent', title: 'find todo comments', resumable: false })
    const { entries } = await readAll(home, child)
    expect(entries.filter(({ kind }) => kind === 'user')).toHaveLength(1)
    expect(entries.every((entry) => entry.parent === undefined)).toBe(true)
    const call = (await readAll(home, parent)).entries.find(({ kind }) => kind === 'tool')
    expect(call?.tool?.subagent).toEqual({ id: child, name: 'find todo comments' })
  })

  it('B14 beside the sessions belong to the one that their records name', async () => {
    const home = emptyHome()
    put(home, '.claude/projects/-w/s.jsonl', lines([prompt('hello')]))
    const record = { ...prompt('task'), isSidechain: true, sessionId: 's', agentId: 'x' }
    put(home, '.claude/projects/-w/agent-x.jsonl', lines([record]))
    expect((await listAll(home)).get('agent-x')).toMatchObject({ parent: 's', parentKind: 'subagent' })
  })
})

describe('what is left of purged sessions', () => {
  it('F4 are the prompts that were typed, listed as gone and readable', async () => {
    const home = sampleHome('claude-code')
    const id = '33aae2bc-4e8a-42e8-b427-268959cab2c0'
    expect((await listAll(home)).get(id)?.state).toBe('ok')
    rmSync(join(home, weather, `${id}.jsonl`))
    const listed = (await listAll(home)).get(id)
    expect(listed).toMatchObject({ state: 'gone', resumable: false, workspace: '/home/dev/weather' })
    const { entries, account } = await readAll(home, id)
    expect(entries.map(({ text }) => text)).toEqual(listed?.prompts?.map(({ text }) => text))
    expect(entries).toHaveLength(3)
    expect(account.accounting).toMatchObject({ read: 5, shown: 5, unreadable: 0 })
    expect(account.findings.map(({ code }) => code)).toContain('claude-code.session.gone')
  })

  it('F4 are listed even when only file backups remain, which do not open', async () => {
    const home = sampleHome('claude-code')
    rmSync(join(home, weather, `${origin}.jsonl`))
    expect((await listAll(home)).get(origin)?.state).toBe('gone')
    await expect(adapter.open(sourceIn(home), origin, reading)).rejects.toMatchObject({
      failure: { code: 'session.gone' }
    })
  })
})

describe('titles', () => {
  it('are the last one that the person gave, then one made by Claude Code, then the first prompt', async () => {
    const title = async (...records: unknown[]) => (await listAll(madeHome(records))).get('made')?.title
    const summary = { type: 'summary', summary: 'Made', leafUuid: 'first' }
    expect(await title(prompt('first'))).toBe('first')
    expect(await title(summary, prompt('first'))).toBe('Made')
    expect(await title({ ...summary, leafUuid: 'elsewhere' }, prompt('first'))).toBe('first')
    const given = ['one', 'two'].map((customTitle) => ({ type: 'custom-title', customTitle }))
    expect(await title(summary, given[0], prompt('first'), given[1])).toBe('two')
    expect(await title({ type: 'mode', mode: 'normal' })).toBe('No prompt yet')
  })
})

describe('working directories', () => {
  it('B2 of several the one that leads to the folder counts, and all are told', async () => {
    const home = madeHome([prompt('a', { cwd: '/elsewhere' }), prompt('b', { cwd: '/w' })])
    const { session } = await readAll(home, 'made')
    expect(session.summary).toMatchObject({ workspace: '/w', resumable: true })
    expect(session.findings.map(({ code }) => code)).toEqual(['claude-code.session.directories'])
  })

  it('B4 are never made from the name of the folder', async () => {
    const none = await listAll(madeHome([prompt('a', { cwd: undefined })], 'made', '-home-dev-my-app'))
    expect(none.get('made')).toMatchObject({ workspace: null, resumable: null })
    const moved = await listAll(madeHome([prompt('a', { cwd: '/old/place' })], 'made', '-new-place'))
    expect(moved.get('made')).toMatchObject({ workspace: '/old/place', resumable: null })
  })

  it.each([
    ['B5 -home-dev-My-Projects-caf--app-v2', '/home/dev/My Projects/café.app_v2', true],
    ['B5 D--OneDrive---Comp-Name-x', 'D:\\OneDrive - Comp\\Name x', true],
    ['B5 d--work', 'D:\\work', true],
    ['B5 --server-share', '\\\\server\\share', true],
    ['-home-dev', '/home/other', false]
  ])('%s belongs to %s: %s', (name, cwd, belongs) => {
    expect(isFolderOf(name.replace(/^B5 /, ''), cwd)).toBe(belongs)
  })
})

describe('a growing file', () => {
  it('D6 costs what was appended, also when its last line was not finished', async () => {
    const filler = Array.from({ length: 3000 }, (_, index) => prompt(`prompt ${index} ${'x'.repeat(300)}`))
    const home = madeHome(filler)
    const path = join(home, '.claude/projects/-w/made.jsonl')
    expect((await listAll(home)).get('made')?.prompts).toHaveLength(100)
    const before = foldedFiles(false).bytesRead
    const line = JSON.stringify(prompt('the newest'))
    appendFileSync(path, line.slice(0, 40))
    expect((await listAll(home)).get('made')?.state).toBe('ok')
    appendFileSync(path, `${line.slice(40)}\n`)
    expect((await listAll(home)).get('made')?.preview).toBe('the newest')
    expect(foldedFiles(false).bytesRead - before).toBeLessThan(2 * line.length + 10)
  })

  it('is read anew when it was replaced', async () => {
    const home = madeHome([prompt('one'), prompt('two')])
    const path = join(home, '.claude/projects/-w/made.jsonl')
    await listAll(home)
    writeFileSync(path, lines([prompt('six'), prompt('ten'), prompt('new')]))
    expect((await listAll(home)).get('made')?.prompts?.map(({ text }) => text)).toEqual(['six', 'ten', 'new'])
  })
})

describe('large outputs', () => {
  it('D3 come from their file, of whose recorded path only the name counts', async () => {
    const home = sampleHome('claude-code-large-output')
    const id = 'f1f42508-9185-4b39-83cc-f8cba487ea24'
    const result = async () => (await readAll(home, id)).entries.find(({ tool }) => tool)?.tool?.result ?? ''
    expect(await result()).toBe(readFileSync(join(home, weather, id, 'tool-results', 'bx2oibdbi.txt'), 'utf8'))
    const path = join(home, weather, `${id}.jsonl`)
    const { mtimeMs } = statSync(path)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/[^ ]*\/tool-results\/bx2oibdbi/g, '/etc/bx2oibdbi'))
    expect(statSync(path).mtimeMs).not.toBe(mtimeMs)
    expect((await result()).split('\n')).toHaveLength(8001)
    rmSync(join(home, weather, id, 'tool-results'), { recursive: true })
    expect(await result()).toMatch(/^<persisted-output>/)
  })
})

describe('images', () => {
  it('in results are counted and given', async () => {
    const home = sampleHome('claude-code')
    const { session, entries } = await readAll(home, '65ef1497-3f4a-488e-902a-2041b70459d2')
    const entry = entries.find(({ images }) => images)
    const image = await session.image(entry?.id ?? '', 0)
    expect(image?.mediaType).toBe('image/png')
    expect(
      Buffer.from(image?.data ?? [])
        .subarray(1, 4)
        .toString()
    ).toBe('PNG')
    expect(await session.image(entry?.id ?? '', 1)).toBeNull()
  })
})
