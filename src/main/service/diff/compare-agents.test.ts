import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ComparePart, DiffCounts, EntryRow, RecordRow } from '@shared/domain/diff'
import type { TranscriptRef } from '@shared/domain/session'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workedHome } from '../agents/claude-code/testing/worked-home'
import { dataOf, removeHomes, sampleHome } from '../agents/opencode/testing/samples'
import { workIn } from '../agents/opencode/testing/worked-home'
import { pictureOf } from '../restore/testing/test-home'
import { HomeService } from '../testing/home-service'

const core = fileURLToPath(new URL('../../../../e2e/fixtures/core/', import.meta.url))
const none = { changed: 0, removed: 0, added: 0, moved: 0 }

afterAll(removeHomes)

describe('comparing points of the sessions of other agents', () => {
  let home: HomeService

  beforeEach(() => {
    home = new HomeService()
  })
  afterEach(() => home.close())

  const open = async (folder: string) => {
    await home.open({ look: { home: folder, env: {}, platform: 'linux', cwd: folder, flags: [] } })
    await home.scan()
  }
  async function compare(a: TranscriptRef, b: TranscriptRef) {
    const made = await home.call('compare.make', { a, b })
    const counts = (part: ComparePart): DiffCounts | undefined => made.parts.find((each) => each.part === part)?.counts
    const rows = async (part: ComparePart) => (await home.call('compare.rows', { id: made.id, part, limit: 500 })).rows
    return { ...made, counts, rows }
  }

  it('claude-code shows what was said since a checkpoint, and what the files were then; looking writes nothing', async () => {
    const worked = workedHome()
    await open(worked.home)
    const now = await home.ref(worked.session)
    const { checkpoints } = await home.call('checkpoints.list', { session: now })
    const before = pictureOf(worked.home)
    const all = await Promise.all(checkpoints.map(({ id }) => compare({ ...now, checkpoint: id }, now)))
    const since = all.find(({ counts }) => counts('transcript') !== undefined)
    expect(since?.counts('transcript')).toMatchObject({ ...none, added: expect.any(Number) })
    expect(since?.counts('transcript')?.added).toBeGreaterThan(0)
    const files = (await since?.rows('files')) as RecordRow[]
    expect(files.map(({ change, label }) => [change, label])).toEqual([['added', 'NOTES.md']])
    // Before the first prompt there is no conversation, and the files are as they were before it.
    const made = all.find(({ counts }) => counts('transcript') === undefined)
    if (made === undefined) throw new Error('no checkpoint before the first prompt')
    expect(made.notCompared.map(({ what }) => what)).toEqual(['The transcript', 'Configuration'])
    const changed = ((await made.rows('files')) as RecordRow[]).find(({ change }) => change === 'changed')
    expect(changed).toMatchObject({ label: 'src/forecast.js', text: true })
    const text = await home.call('compare.text', { id: made.id, part: 'files', row: changed?.index ?? -1 })
    expect(text.added + text.removed).toBeGreaterThan(0)
    const patch = await home.call('compare.patch', { id: made.id, part: 'files' })
    expect(patch.text).toContain('+++ b/')
    expect(pictureOf(worked.home)).toEqual(before)
  })

  it('claude-code compares what a checkpoint kept of a folder that is not there any more, and says so; nothing is made there', async () => {
    const worked = workedHome()
    await open(worked.home)
    const now = await home.ref(worked.session)
    const { checkpoints } = await home.call('checkpoints.list', { session: now })
    renameSync(worked.workspace, `${worked.workspace}-away`)
    const before = pictureOf(worked.home)
    const all = await Promise.all(checkpoints.map(({ id }) => compare({ ...now, checkpoint: id }, now)))
    expect(pictureOf(worked.home)).toEqual(before)
    const since = all.find(({ counts }) => counts('transcript') !== undefined)
    expect(since?.counts('transcript')?.added).toBeGreaterThan(0)
    const files = (await since?.rows('files')) as RecordRow[]
    expect(files.map(({ change, label }) => [change, label])).toEqual([['removed', 'forecast.js']])
    const text = await home.call('compare.text', { id: since?.id ?? '', part: 'files', row: 0 })
    expect([text.removed > 0, text.added]).toEqual([true, 0])
    expect(since?.notCompared.find(({ what }) => what === 'Files')).toEqual({
      what: 'Files',
      because: `${worked.workspace} is not there any more, so what the checkpoint holds of it counts as removed`,
      partly: true
    })
    expect(JSON.stringify(all)).not.toContain('scratch')
  })

  it('claude-code says of a checkpoint before the first prompt that no file differs, where none does', async () => {
    const worked = workedHome()
    await open(worked.home)
    const now = await home.ref(worked.session)
    const { checkpoints } = await home.call('checkpoints.list', { session: now })
    const first = checkpoints.at(-1)?.id ?? ''
    const plan = await home.call('plan.make', { kind: 'restore', session: now, checkpoint: first })
    const choices = Object.fromEntries(plan.conflicts.map(({ id, options }) => [id, options.at(-1)?.value ?? '']))
    await home.call('plan.apply', { planId: plan.planId, digest: plan.digest, choices })
    const made = await compare({ ...now, checkpoint: first }, now)
    expect(made.notCompared.find(({ what }) => what === 'Files')?.because).toMatch(/No file of it differs/)
  })

  it('opencode compares the transcript where the folder is gone, and its files where its own repository holds them', async () => {
    const { home: place, workspace } = workIn(sampleHome())
    await open(place)
    const now = await home.ref('ses_dd8bb9167ffe1JgehSW6pzAr9b')
    const { checkpoints } = await home.call('checkpoints.list', { session: now })
    const [second = '', first = ''] = checkpoints.map(({ id }) => id)
    renameSync(workspace, `${workspace}-away`)
    const borrowed = await compare({ ...now, checkpoint: second }, now)
    expect(borrowed.counts('transcript')?.added).toBeGreaterThan(0)
    expect(borrowed.notCompared.find(({ what }) => what === 'Files')?.because).toMatch(/is not there any more/)
    ownObjects(place, `${workspace}-away`)
    const own = await compare({ ...now, checkpoint: first }, now)
    expect(own.counts('files')).toMatchObject({ removed: expect.any(Number), added: 0, same: 0 })
    expect(own.counts('files')?.removed).toBeGreaterThan(1)
    expect(own.notCompared.map(({ what }) => what)).toEqual(['The transcript', 'Files', 'Configuration'])
    expect(own.notCompared[0]?.because).toMatch(/^nothing stands before this checkpoint|holds files only/)
  })

  /** What the repository of the snapshots borrows from that of the folder becomes its own. */
  function ownObjects(place: string, folder: string): void {
    const shadows = join(dataOf(place), 'snapshot')
    for (const name of readdirSync(shadows, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('alternates')) continue
      const path = join(shadows, name)
      cpSync(join(folder, '.git', 'objects'), join(path, '..', '..'), { recursive: true })
      rmSync(path)
    }
  }

  it('claude-code tells what a session recorded of its settings at a checkpoint and now, and that the agent’s own are not in it', async () => {
    const worked = workedHome()
    const path = join(worked.home, '.claude', 'projects', worked.workspace.replace(/[^A-Za-z0-9]/g, '-'))
    const file = join(path, `${worked.session}.jsonl`)
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    const last = lines.findLastIndex((line) => JSON.parse(line).type === 'assistant')
    const record = JSON.parse(lines[last] ?? '')
    record.message.model = 'another-model'
    writeFileSync(file, `${lines.with(last, JSON.stringify({ ...record, permissionMode: 'plan' })).join('\n')}\n`)
    await open(worked.home)
    const now = await home.ref(worked.session)
    const { checkpoints } = await home.call('checkpoints.list', { session: now })
    const all = await Promise.all(checkpoints.map(({ id }) => compare({ ...now, checkpoint: id }, now)))
    const since = all.find(({ counts }) => counts('config') !== undefined)
    const rows = (await since?.rows('config')) as RecordRow[]
    const changed = rows.filter(({ change }) => change === 'changed')
    expect(changed.map(({ group, label, fields }) => [group, label, fields[0]?.b])).toEqual([
      ['The session', 'model', { text: 'another-model' }],
      ['The session', 'permission mode', { text: 'plan' }]
    ])
    expect(rows.some(({ label, change }) => label === 'version' && change === 'same')).toBe(true)
    expect(since?.notCompared.find(({ what }) => what === 'Configuration')?.because).toMatch(
      /^a checkpoint holds what the session itself records/
    )
  })

  it('claude-code knows the entries of a fork again that has new ids', async () => {
    const worked = workedHome()
    await open(worked.home)
    const now = await home.ref(worked.session)
    const plan = await home.call('plan.make', { kind: 'fork', session: now })
    await home.call('plan.apply', { planId: plan.planId, digest: plan.digest })
    await home.scan()
    const made = await compare(now, plan.created ?? now)
    const { same, ...rest } = made.counts('transcript') ?? { same: 0, ...none }
    expect(same).toBeGreaterThan(5)
    expect(rest.changed + rest.removed + rest.moved).toBe(0)
  })

  it('tact compares a kept copy with what came after it, and the resume state of a session with all of it', async () => {
    cpSync(join(core, 'tact'), home.home, { recursive: true })
    await open(home.home)
    const listed = (await home.list()).filter(({ state }) => state === 'ok')
    const fork = listed.find(({ parentKind }) => parentKind === 'fork')
    const restorable = await pointsOf(listed)
    for (const session of [fork, restorable?.session].map((each) => ({
      source: each?.source ?? '',
      id: each?.id ?? ''
    }))) {
      const { checkpoint } = await home.call('capture.make', { session })
      const kept = await compare({ ...session, checkpoint: checkpoint.id }, session)
      expect([session.id, kept.counts('transcript')]).toEqual([session.id, { same: expect.any(Number), ...none }])
    }
    const { session, point } = restorable ?? { session: { source: '', id: '' }, point: '' }
    const since = await compare({ ...session, checkpoint: point }, session)
    expect(since.counts('transcript')).toMatchObject({ same: expect.any(Number), removed: 0 })
    expect(since.counts('transcript')?.added).toBeGreaterThan(0)
  })

  /** The first of these sessions that can be put back to a checkpoint of its agent. */
  async function pointsOf(sessions: readonly { source: string; id: string }[]) {
    for (const { source, id } of sessions) {
      const { checkpoints } = await home.call('checkpoints.list', { session: { source, id } })
      const point = checkpoints.find(({ origin, restorable }) => origin === 'agent' && restorable)
      if (point !== undefined) return { session: { source, id }, point: point.id }
    }
    return undefined
  }

  it('compares sessions of different agents by content, and says that their configuration is not compared', async () => {
    const worked = workedHome()
    cpSync(join(core, 'gestura'), worked.home, { recursive: true })
    await open(worked.home)
    const [one, other] = await Promise.all([home.ref(worked.session), home.ref('fa767501-1b54-466b-9c6b-0727a648a8cc')])
    const made = await compare(one, other)
    expect(made.counts('transcript')?.added).toBeGreaterThan(0)
    expect(made.notCompared.map(({ what }) => what)).toContain('Configuration')
    const rows = (await made.rows('transcript')) as EntryRow[]
    expect(rows.some(({ a, b }) => a !== null && b === null)).toBe(true)
  })

  it('goes on from one comparison to the next when a session was written in between', async () => {
    const worked = workedHome()
    await open(worked.home)
    const now = await home.ref(worked.session)
    const { checkpoint } = await home.call('capture.make', { session: now })
    const kept = { ...now, checkpoint: checkpoint.id }
    const first = await compare(kept, now)
    const path = (await home.call('sessions.get', { session: now })).path ?? ''
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    const prompt = JSON.parse(
      lines.find((line) => JSON.parse(line).type === 'user' && typeof JSON.parse(line).message.content === 'string') ??
        ''
    )
    const last = JSON.parse(lines.filter((line) => JSON.parse(line).uuid).at(-1) ?? '')
    const record = {
      ...prompt,
      uuid: 'new',
      parentUuid: last.uuid,
      timestamp: '2027-01-01T00:00:00.000Z',
      message: { role: 'user', content: 'One thing more' }
    }
    writeFileSync(path, `${lines.join('\n')}\n${JSON.stringify(record)}\n`)
    const second = await compare(kept, now)
    expect(second.id).not.toBe(first.id)
    expect(second.counts('transcript')).toMatchObject({ ...none, added: 1 })
    expect((await home.call('compare.rows', { id: first.id, part: 'transcript' })).total).toBe(first.parts[0]?.rows)
  })

  it('claude-code knows an entry again by its record where its words and its time are others', async () => {
    const worked = workedHome()
    await open(worked.home)
    const now = await home.ref(worked.session)
    const { checkpoint } = await home.call('capture.make', { session: now })
    const path = (await home.call('sessions.get', { session: now })).path ?? ''
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    const at = lines.findIndex((line) => typeof JSON.parse(line).message?.content === 'string')
    const record = JSON.parse(lines[at] ?? '')
    record.message.content = 'Something else altogether'
    record.timestamp = '2020-01-01T00:00:00.000Z'
    writeFileSync(path, `${lines.with(at, JSON.stringify(record)).join('\n')}\n`)
    const made = await compare({ ...now, checkpoint: checkpoint.id }, now)
    expect(made.counts('transcript')).toMatchObject({ ...none, changed: 1 })
    const changed = ((await made.rows('transcript')) as EntryRow[]).find(({ change }) => change === 'changed')
    expect(changed?.b?.label).toBe('Something else altogether')
  })
})
