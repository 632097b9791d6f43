import { mkdirSync, readdirSync, readFileSync, realpathSync, utimesSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Entry } from '@shared/domain/transcript'
import { describe, expect, it } from 'vitest'
import { changingHome, theirs, told } from '../../../restore/testing/changing-home'
import { expectedSessions, lines, listAll, madeHome, put, readAll, sampleHome } from '../testing/sample-home'
import { leafInFile } from './leaf-in-file'

const celsius = '095bbe87-37e2-4820-b558-9182cfc4cc92'
const rewound = '33aae2bc-4e8a-42e8-b427-268959cab2c0'
const compacted = 'ee49610f-7643-4428-bdd3-9867382cd6bf'
const delegating = '1494aac4-bdfb-4a1d-a8d5-5283a017be20'
const weather = '.claude/projects/-home-dev-weather'
const whole = { kind: 'fork', checkpoint: null, entry: null, workspace: null } as const

const isLive = ({ parent, kind }: Entry) => parent === undefined && kind !== 'notice'

async function entriesOf(home: string, id: string): Promise<readonly Entry[]> {
  return (await readAll(home, id)).entries
}

function recordsOf(path: string): readonly Record<string, unknown>[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

async function made(
  home: string,
  session: string,
  change: Parameters<Awaited<ReturnType<typeof changingHome>>['plan']>[1]
) {
  const place = await changingHome('claude-code', home)
  const plan = await place.plan(session, change)
  const result = await place.apply(plan)
  const id = result.created?.id ?? ''
  const path = plan.steps.find(({ id }) => id === 'session')?.path ?? ''
  return { ...place, plan, result, id, path }
}

describe('a fork into a directory whose folder name Claude Code cuts', () => {
  const name = (path: string, hash: string) => `${path.replace(/[^A-Za-z0-9]/g, '-').slice(0, 200)}-${hash}`
  const wanted = (home: string, leaf: string) => {
    const folder = join(realpathSync(home), 'a'.repeat(100), 'b'.repeat(100), leaf)
    mkdirSync(folder, { recursive: true })
    return folder
  }
  const begin = (home: string, folder: string, project: string, at: number) => {
    const uuid = `${at}0000000-0000-4000-8000-000000000000`
    const record = { type: 'user', uuid, parentUuid: null, cwd: folder, timestamp: '2026-11-29T12:00:00.000Z' }
    const path = join(home, '.claude/projects', project, `${uuid}.jsonl`)
    put(home, relative(home, path), lines([{ ...record, message: { role: 'user', content: 'hello' } }]))
    utimesSync(path, at, at)
  }

  it('B4 B5 lies in the folder in which a session names that directory, the one used last, whatever its hash', async () => {
    const home = sampleHome('claude-code')
    const [folder, twin] = [wanted(home, 'one'), wanted(home, 'two')]
    expect(name(folder, '')).toBe(name(twin, ''))
    begin(home, folder, name(folder, 'old'), 1)
    begin(home, folder, name(folder, 'new'), 2)
    begin(home, twin, name(twin, 'other'), 3)
    const { id, path } = await made(home, celsius, { ...whole, workspace: folder })
    expect(path).toBe(join(home, '.claude/projects', name(folder, 'new'), `${id}.jsonl`))
    expect((await listAll(home)).get(id)).toMatchObject({ workspace: folder, resumable: true })
  })

  it('B4 is refused where Claude Code was never started, since its builds name it differently', async () => {
    const home = sampleHome('claude-code')
    const [folder, twin] = [wanted(home, 'one'), wanted(home, 'two')]
    begin(home, twin, name(twin, 'other'), 3)
    const place = await changingHome('claude-code', home)
    await expect(place.plan(celsius, { ...whole, workspace: folder })).rejects.toMatchObject({
      failure: { code: 'refused', message: expect.stringContaining('differs between its builds') }
    })
  })
})

describe('a conversation put back to an entry', () => {
  const sessions = expectedSessions.filter(({ folder, parent }) => folder === 'claude-code' && parent === undefined)

  it.each(sessions.map(({ id }) => id))(
    'Claude restore-to-entry ends %s after any entry that allows it',
    async (id) => {
      const home = sampleHome('claude-code')
      const place = await changingHome('claude-code', home)
      const entries = await entriesOf(home, id)
      let tried = 0
      for (const [index, entry] of entries.entries()) {
        const change = { kind: 'restore-to-entry', entry: entry.id } as const
        const plan = await place.plan(id, change).catch((error) => error.failure.code as string)
        if (typeof plan === 'string') {
          expect(plan).toBe('refused')
          expect(['notice', 'thinking', 'unrecognised', 'image']).toContain(entry.kind)
          continue
        }
        tried += 1
        const result = await place.apply(plan)
        expect(result).toMatchObject({ state: 'done', verified: true })
        const made = await entriesOf(home, result.created?.id ?? '')
        const branch = entry.parent
        // On an abandoned branch the entries before it are those of the live one up to where it begins.
        const upTo = entries.slice(0, index + 1).filter((each) => each.kind !== 'notice')
        const before = upTo.filter((each) => each.parent === undefined || each.parent === branch)
        const expected = branch === undefined ? before.filter(isLive) : before
        const now = made.filter(isLive)
        expect(
          now
            .slice(0, expected.length)
            .map(told)
            .map((each) => each.text)
        ).toEqual(expected.map(told).map((each) => each.text))
        // Only calls that were made side by side come along.
        for (const more of now.slice(expected.length)) expect(more.kind).toBe('tool')
        await place.undo(result.operationId)
      }
      expect(tried).toBeGreaterThan(0)
    }
  )

  it('leaves every file of the store as it is, and the undo takes the new session away again', async () => {
    const home = sampleHome('claude-code')
    const before = theirs(home)
    const entries = await entriesOf(home, celsius)
    const entry = entries.filter(({ kind }) => kind === 'user')[1]?.id ?? ''
    const { undo, result, id } = await made(home, celsius, { kind: 'restore-to-entry', entry })
    const after = theirs(home)
    for (const [path, state] of Object.entries(before)) {
      if (readdirSync(home).length > 0 && path.includes('.') && path.endsWith('.jsonl')) expect(after[path]).toBe(state)
    }
    expect(
      Object.keys(after)
        .filter((path) => !(path in before))
        .some((path) => path.endsWith(`${id}.jsonl`))
    ).toBe(true)
    await undo(result.operationId)
    expect(theirs(home)).toEqual(before)
  })

  it('has the new id in each record, a chain without gaps, and the leaf that was meant', async () => {
    const home = sampleHome('claude-code')
    const entries = await entriesOf(home, celsius)
    const last = entries.findLast(({ kind }) => kind === 'assistant')
    const { id, path } = await made(home, celsius, { kind: 'restore-to-entry', entry: last?.id ?? '' })
    const records = recordsOf(path)
    expect(new Set(records.flatMap(({ sessionId }) => (sessionId === undefined ? [] : [sessionId])))).toEqual(
      new Set([id])
    )
    const uuids = new Set(records.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid])))
    for (const { parentUuid } of records) if (typeof parentUuid === 'string') expect(uuids).toContain(parentUuid)
    expect(records.at(-1)).toMatchObject({ type: 'last-prompt', leafUuid: leafInFile(path), sessionId: id })
  })

  it('differs from the original records in nothing but the session, its origin and where requests are', async () => {
    const home = sampleHome('claude-code')
    const { path } = await made(home, celsius, whole)
    const origin = new Map(recordsOf(join(home, weather, `${celsius}.jsonl`)).map((record) => [record.uuid, record]))
    for (const record of recordsOf(path)) {
      if (record.uuid === undefined) continue
      const { sessionId: _a, forkedFrom, requestSessionId, ...rest } = record
      const { sessionId: _b, ...same } = origin.get(record.uuid) ?? {}
      expect(rest).toEqual(same)
      expect(forkedFrom).toEqual({ sessionId: celsius, messageUuid: record.uuid })
      expect(requestSessionId).toBe(record.type === 'assistant' ? celsius : undefined)
    }
  })

  it('keeps the results of calls that were made side by side together', async () => {
    const home = sampleHome('claude-code')
    const entries = await entriesOf(home, celsius)
    const write = entries.find(({ tool }) => tool?.name === 'Write')
    const { id, plan } = await made(home, celsius, { kind: 'restore-to-entry', entry: write?.id ?? '' })
    const calls = (await entriesOf(home, id)).filter(({ kind }) => kind === 'tool').slice(-2)
    expect(calls.map(({ tool }) => [tool?.name, tool?.status])).toEqual([
      ['Write', 'ok'],
      ['Read', 'ok']
    ])
    expect(plan.notes.join(' ')).toContain('side by side')
  })

  it('brings an abandoned branch back to life as a session of its own', async () => {
    const home = sampleHome('claude-code')
    const entries = await entriesOf(home, rewound)
    const lost = entries.findLast(({ parent, kind }) => parent !== undefined && kind === 'assistant')
    const { id } = await made(home, rewound, { kind: 'restore-to-entry', entry: lost?.id ?? '' })
    const live = (await entriesOf(home, id)).filter(isLive)
    expect(live.at(-1)?.text).toBe(lost?.text)
    expect((await entriesOf(home, id)).filter(({ parent }) => parent !== undefined)).toEqual([])
  })

  it('C7 goes over a compaction, and what stood before it is there', async () => {
    const home = sampleHome('claude-code')
    const entries = await entriesOf(home, compacted)
    const { id } = await made(home, compacted, whole)
    const again = await entriesOf(home, id)
    expect(again.filter(isLive).map(told)).toEqual(entries.filter(isLive).map(told))
    expect(again.some(({ notice }) => notice === 'compaction')).toBe(true)
  })

  it('is refused after thinking and dividers, with what to choose instead', async () => {
    const home = sampleHome('claude-code')
    const { plan } = await changingHome('claude-code', home)
    const entries = await entriesOf(home, compacted)
    const divider = entries.find(({ notice }) => notice === 'compaction')?.id ?? ''
    await expect(plan(compacted, { kind: 'restore-to-entry', entry: divider })).rejects.toMatchObject({
      failure: { code: 'refused', advice: expect.stringContaining('before it') }
    })
    await expect(plan(compacted, { kind: 'restore-to-entry', entry: '7' })).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
  })
})

describe('a fork', () => {
  it('C11 carries its subagents under ids of their own, large outputs and backups', async () => {
    const home = sampleHome('claude-code')
    const { id } = await made(home, delegating, whole)
    const listed = await listAll(home)
    const children = [...listed.values()].filter(({ parent, parentKind }) => parent === id && parentKind === 'subagent')
    expect(children).toHaveLength(1)
    const [child] = children
    expect(child?.id).not.toBe('agent-a06f648b5c8b91f5a')
    const entries = (await entriesOf(home, child?.id ?? '')).map(told)
    expect(entries).toEqual((await entriesOf(home, 'agent-a06f648b5c8b91f5a')).map(told))
    const call = (await entriesOf(home, id)).find(({ tool }) => tool?.subagent !== undefined)
    expect(call?.tool?.subagent).toMatchObject({ id: child?.id })
  })

  it('C11 shows as a fork of its original, all of it inherited', async () => {
    const home = sampleHome('claude-code')
    const { id } = await made(home, celsius, whole)
    expect((await listAll(home)).get(id)).toMatchObject({ parent: celsius, parentKind: 'fork', resumable: true })
    expect((await entriesOf(home, id)).every(({ inherited }) => inherited)).toBe(true)
  })

  it('takes the backups of its checkpoints along', async () => {
    const home = sampleHome('claude-code')
    const { id, source } = await made(home, celsius, whole)
    const { adapter } = await import('../adapter')
    const { reading } = await import('../testing/sample-home')
    const points = await adapter.checkpoints(source, id, reading)
    expect(points.map(({ valid }) => valid)).toEqual([true, true])
    expect(readdirSync(join(home, '.claude/file-history', id)).sort()).toEqual(
      readdirSync(join(home, '.claude/file-history', celsius)).sort()
    )
  })

  it('moves into another working directory when one is named', async () => {
    const home = sampleHome('claude-code')
    const { id, path } = await made(home, celsius, { ...whole, workspace: home })
    expect(path).toBe(join(home, '.claude/projects', home.replace(/[^A-Za-z0-9]/g, '-'), `${id}.jsonl`))
    const cwds = new Set(recordsOf(path).flatMap(({ cwd }) => (cwd === undefined ? [] : [cwd])))
    expect(cwds).toEqual(new Set([home]))
  })

  it('C5 keeps bytes that are no UTF-8, lone surrogates and numbers as they were spelled', async () => {
    const line = (uuid: string, parent: string | null, text: string) =>
      `{"type":"user","uuid":"${uuid}","parentUuid":${JSON.stringify(parent)},"sessionId":"made","cwd":"/w","n":1.50e3,"message":{"role":"user","content":"${text}"}}\n`
    const home = madeHome([])
    const file = join(home, '.claude/projects/-w/made.jsonl')
    const { writeFileSync } = await import('node:fs')
    const bytes = Buffer.concat([
      Buffer.from(line('u1', null, '\\ud83d lone')),
      Buffer.from(line('u2', 'u1', 'latin \u00e9'), 'latin1')
    ])
    writeFileSync(file, bytes)
    const { path, id } = await made(home, 'made', whole)
    const text = readFileSync(path).toString('latin1')
    const back = text.replaceAll(`"sessionId":"${id}"`, '"sessionId":"made"').replace(/,"forkedFrom":\{[^}]*\}/g, '')
    expect(back.startsWith(bytes.toString('latin1'))).toBe(true)
  })
})
