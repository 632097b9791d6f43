import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type ChangingHome, changingHome, theirs, wholeFork } from '../../../restore/testing/changing-home'
import { restoredToEach } from '../../../restore/testing/restored-to-each'
import { quietly } from '../../../restore/testing/test-home'
import { readingFor } from '../../conformance/browse'
import { adapter } from '../adapter'
import { findSession } from '../files/session-files'
import { placesOf } from '../places'
import { removeHomes, sampleHome } from '../testing/samples'
import { compressed, workedHome } from '../testing/worked-home'

afterAll(removeHomes)

const celsius = '3a66ff29-5630-4d7f-b333-bbbeba57671e'
const delegated = 'aa752745-f77a-4225-afbc-22e968852c9b'
const point = (number: number) => `${compressed}########${number}`

const homeOf = () => changingHome('qwen-code', sampleHome())
const linesOf = ({ source }: ChangingHome, id: string) =>
  readFileSync(findSession(placesOf(source), id)?.path ?? '', 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('a conversation of Qwen Code put back', () => {
  it.each([celsius, compressed])('Qwen restore-to-entry ends %s after any entry that allows it', async (id) => {
    const place = await homeOf()
    expect(await restoredToEach(place, id)).toBeGreaterThan(4)
  })

  it('leaves every file as it is, and the undo takes the new session away', async () => {
    const { home } = workedHome()
    const place = await changingHome('qwen-code', home)
    const before = theirs(home)
    const { operationId, created } = await place.apply(await place.plan(compressed, wholeFork))
    const after = theirs(home)
    const paths = Object.keys(before).filter((path) => /\.jsonl$|@v\d/.test(path))
    expect(paths.map((path) => after[path])).toEqual(paths.map((path) => before[path]))
    expect(
      Object.keys(after).filter((path) => path.includes(created?.id ?? 'none') && /@v\d$/.test(path))
    ).toHaveLength(3)
    await place.undo(operationId)
    expect(theirs(home)).toEqual(before)
  })

  it('has the records as the own fork of Qwen Code has them', async () => {
    const place = await homeOf()
    const { created } = await place.apply(await place.plan(compressed, wholeFork))
    const id = created?.id ?? ''
    const made = linesOf(place, id)
    expect(made.map(({ parentUuid }) => parentUuid)).toEqual([null, ...made.slice(0, -1).map(({ uuid }) => uuid)])
    const renamed = linesOf(place, compressed).map((record, index) => ({
      ...(JSON.parse(JSON.stringify(record).replaceAll(`"${compressed}#`, `"${id}#`)) as Record<string, unknown>),
      sessionId: id,
      parentUuid: made[index]?.parentUuid,
      forkedFrom: { sessionId: compressed, messageUuid: record.uuid }
    }))
    expect(made).toEqual(renamed)
    const { summary } = await adapter.open(place.source, id, readingFor())
    expect(summary).toMatchObject({ parent: compressed, parentKind: 'fork' })
  })

  it('leaves a branch behind that was rewound, and goes back into one', async () => {
    const home = sampleHome()
    const place = await changingHome('qwen-code', home)
    const path = findSession(placesOf(place.source), celsius)?.path ?? ''
    const records = linesOf(place, celsius)
    const [first, second] = records.filter(({ type }) => type === 'user')
    const rewind = { ...second, uuid: 'r', parentUuid: second?.parentUuid, type: 'system', subtype: 'rewind' }
    const instead = { ...first, uuid: 'n', parentUuid: 'r', message: { role: 'user', parts: [{ text: 'instead' }] } }
    writeFileSync(path, [...records, rewind, instead].map((each) => `${JSON.stringify(each)}\n`).join(''))
    const asked = async (plan: Awaited<ReturnType<ChangingHome['plan']>>) => {
      const { created } = await place.apply(plan)
      return (await place.entries(created?.id ?? '')).filter(({ kind }) => kind === 'user').map(({ text }) => text)
    }
    const prompts = [
      'Please add a celsius helper to the forecast script.',
      'Now add a short note to the README folder.'
    ]
    expect(await asked(await place.plan(celsius, wholeFork))).toEqual([prompts[0], 'instead'])
    const left = (await place.entries(celsius)).filter(({ parent }) => parent !== undefined).at(-1)?.id ?? ''
    expect(await asked(await place.plan(celsius, { kind: 'restore-to-entry', entry: left }))).toEqual(prompts)
  })

  it('goes on in another folder, in its project, and is refused for one that is not there and for a subagent', async () => {
    const { home, workspace } = workedHome()
    const place = await changingHome('qwen-code', home)
    const { created } = await place.apply(
      await place.plan(celsius, { ...wholeFork, workspace: join(workspace, 'src') })
    )
    const { summary } = await adapter.open(place.source, created?.id ?? '', readingFor())
    expect(summary).toMatchObject({ workspace: join(workspace, 'src'), resumable: true })
    for (const [id, change] of [
      [celsius, { ...wholeFork, workspace: join(home, 'nowhere') }],
      ['agent-general-purpose-call_4RjlOCxWwIUUqxi60yVjfO', wholeFork]
    ] as const)
      await expect(place.plan(id, change)).rejects.toMatchObject({ failure: { code: 'refused' } })
  })

  it('is not taken for one that the agent accepts when it carries another id than its name', async () => {
    const place = await changingHome('qwen-code', sampleHome())
    const { created } = await place.apply(await place.plan(celsius, wholeFork))
    const path = findSession(placesOf(place.source), created?.id ?? '')?.path ?? ''
    const verify = () => adapter.write?.verify(place.source, created?.id ?? '', [path], readingFor())
    expect(await verify()).toEqual([])
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(created?.id ?? '', celsius))
    expect(await verify()).toMatchObject([{ code: 'qwen-code.restore.id', severity: 'problem' }])
  })
})

describe('a checkpoint of Qwen Code', () => {
  it('gives the files back as they were before the prompt, and the undo those of now', async () => {
    const { home, workspace, backups } = workedHome()
    const place = await changingHome('qwen-code', home)
    const before = theirs(home)
    const plan = await place.plan(compressed, { kind: 'restore', checkpoint: point(1) })
    expect(plan.steps.find(({ path }) => path.endsWith('kelvin.js'))).toMatchObject({ action: 'remove' })
    const { operationId } = await place.apply(plan)
    expect(existsSync(join(workspace, 'src/kelvin.js'))).toBe(false)
    expect(readFileSync(join(workspace, 'notes.txt'), 'utf8')).toBe('made by hand since then\n')
    await place.undo(operationId)
    const first = await place.plan(compressed, { kind: 'restore', checkpoint: point(0) })
    const last = await place.apply(first)
    expect(readFileSync(join(workspace, 'src/forecast.js'))).toEqual(readFileSync(join(backups, '17945a5337e626c0@v1')))
    await place.undo(last.operationId)
    expect(theirs(home)).toEqual(before)
  })

  it('gives files and conversation in one operation', async () => {
    const { home, workspace } = workedHome()
    const place = await changingHome('qwen-code', home)
    const plan = await place.plan(compressed, { kind: 'restore', checkpoint: point(1) })
    const { created } = await place.apply(plan, { what: 'both' })
    expect(existsSync(join(workspace, 'src/kelvin.js'))).toBe(false)
    const prompts = (await place.entries(created?.id ?? '')).filter(({ kind }) => kind === 'user')
    expect(prompts.map(({ text }) => text)).toEqual(['Please add a celsius helper to the forecast script.'])
  })

  it('has no files any more where the session was rewound past it', async () => {
    const { home } = workedHome()
    const place = await changingHome('qwen-code', home)
    const records = linesOf(place, compressed)
    const [first, second] = records.filter(({ type }) => type === 'user')
    const rewind = { ...second, uuid: 'r', parentUuid: second?.parentUuid, type: 'system', subtype: 'rewind' }
    const instead = { ...first, uuid: 'n', parentUuid: 'r', message: { role: 'user', parts: [{ text: 'instead' }] } }
    const path = findSession(placesOf(place.source), compressed)?.path ?? ''
    writeFileSync(path, [...records, rewind, instead].map((each) => `${JSON.stringify(each)}\n`).join(''))
    const points = await adapter.checkpoints(place.source, compressed, readingFor())
    expect(points.map(({ id, valid }) => [id, valid])).toEqual([
      [point(2), false],
      [point(1), false],
      [point(0), true]
    ])
    const plan = await place.plan(compressed, { kind: 'restore', checkpoint: point(1) })
    expect(plan.steps.some(({ id }) => id.startsWith('file-'))).toBe(false)
    expect(plan.cannot.map(({ because }) => because).join()).toContain('rewound')
  })

  it('A16 leaves what somebody changed since, unless the person says otherwise', async () => {
    const { home, workspace } = workedHome()
    writeFileSync(join(workspace, 'src/kelvin.js'), 'work of an afternoon')
    const place = await changingHome('qwen-code', home)
    const plan = await place.plan(compressed, { kind: 'restore', checkpoint: point(1) })
    expect(plan.conflicts.map(({ code }) => code)).toContain('file.changed')
    await place.apply(plan).catch((error) => expect(error.failure.code).toBe('refused'))
    expect(readFileSync(join(workspace, 'src/kelvin.js'), 'utf8')).toBe('work of an afternoon')
  })

  it('A11 leaves a file alone when its copy is gone, and names it', async () => {
    const { home, workspace, backups } = workedHome()
    rmSync(join(backups, '17945a5337e626c0@v1'))
    const place = await changingHome('qwen-code', home)
    const [, , first] = await adapter.checkpoints(place.source, compressed, readingFor())
    expect(first).toMatchObject({ id: point(0), valid: false })
    const plan = await place.plan(compressed, { kind: 'restore', checkpoint: point(0) })
    expect(plan.steps.map(({ path }) => path)).toEqual([join(workspace, 'src/kelvin.js')])
    expect(plan.cannot.map(({ because }) => because).join()).toContain('its copy is gone')
  })

  it('is where a fork ends that is asked for at it', async () => {
    const place = await changingHome('qwen-code', sampleHome())
    const fork = { ...wholeFork, checkpoint: point(1) }
    const { created } = await place.apply(await place.plan(compressed, fork))
    const prompts = (await place.entries(created?.id ?? '')).filter(({ kind }) => kind === 'user')
    expect(prompts.map(({ text }) => text)).toEqual(['Please add a celsius helper to the forecast script.'])
    await expect(place.plan(compressed, { ...wholeFork, checkpoint: 'none' })).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
  })

  it('gives only the conversation where the working directory lies elsewhere', async () => {
    const place = await homeOf()
    const plan = await place.plan(compressed, { kind: 'restore', checkpoint: point(2) })
    expect(plan.steps.every(({ what, path }) => what === 'session' || path.includes('file-history'))).toBe(true)
    expect(plan.cannot.map(({ what }) => what)).toContain('Files in the working directory')
  })
})

describe('a session of Qwen Code', () => {
  it('B7 is kept with its subagents and copies of files, and comes back when it was lost', async () => {
    const home = sampleHome()
    const place = await changingHome('qwen-code', home)
    const before = theirs(home)
    const about = {
      title: 'A talk',
      workspace: '/w',
      entries: 9,
      agentVersion: '1',
      layout: 'projects',
      fingerprint: 'f'
    }
    for (const id of [delegated, compressed]) {
      const session = { source: place.source.id, id }
      const kept = await place.engine.keeper.keep({ session, label: null, by: 'person', about }, quietly.signal)
      await place.apply(await place.plan(id, { kind: 'delete' }))
      expect(findSession(placesOf(place.source), id)).toBeNull()
      await place.apply(await place.plan(id, { kind: 'restore', checkpoint: kept.id }))
      expect(theirs(home)).toEqual(before)
    }
  })

  it('stays when a running Qwen Code has it open, unless the person says otherwise', async () => {
    const place = await homeOf()
    const path = findSession(placesOf(place.source), celsius)?.path ?? ''
    writeFileSync(path.replace(/\.jsonl$/, '.runtime.json'), JSON.stringify({ pid: process.pid }))
    const plan = await place.plan(celsius, { kind: 'delete' })
    expect(plan.conflicts).toMatchObject([{ code: 'session.in-use', default: 'keep' }])
  })
})
