import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type ChangingHome, changingHome, theirs, wholeFork } from '../../../restore/testing/changing-home'
import { restoredToEach } from '../../../restore/testing/restored-to-each'
import { quietly } from '../../../restore/testing/test-home'
import { readingFor } from '../../conformance/browse'
import { adapter } from '../adapter'
import { findFile } from '../files/session-files'
import { placesOf } from '../places'
import { samples } from '../testing/samples'
import { threeTurns, workedHome } from '../testing/worked-home'

afterAll(samples.removeHomes)

const delegated = samples.expected.find(({ subagents }) => subagents !== undefined)?.id ?? ''
const about = { title: 'A talk', workspace: '/w', entries: 9, agentVersion: '3', layout: 'session', fingerprint: 'f' }

const fileOf = ({ source }: ChangingHome, id: string) => findFile(placesOf(source), id)
const points = async ({ source }: ChangingHome) =>
  (await adapter.checkpoints(source, threeTurns, readingFor())).map(({ id }) => id)
const replaceEach = (conflicts: readonly { id: string; step: string | null }[]) =>
  Object.fromEntries(conflicts.flatMap(({ id, step }) => (step === null ? [] : [[id, 'replace']])))

describe('a conversation of Cline put back', () => {
  it.each([threeTurns, delegated])('Cline restore-to-entry ends %s after any entry that allows it', async (id) => {
    const place = await changingHome('cline', samples.sampleHome())
    expect(await restoredToEach(place, id)).toBeGreaterThan(2)
  })

  it('keeps the document byte for byte but for its id and time, and has its facts beside it', async () => {
    const home = samples.sampleHome()
    const place = await changingHome('cline', home)
    const before = theirs(home)
    const { created, operationId } = await place.apply(await place.plan(threeTurns, wholeFork))
    const id = created?.id ?? ''
    const [old, made] = [threeTurns, id].map((each) => fileOf(place, each))
    const plain = (text: string) => text.replace(/"updated_at": "[^"]*"/, '"updated_at": ""')
    expect(plain(readFileSync(made?.path ?? '', 'utf8').replaceAll(id, threeTurns))).toBe(
      plain(readFileSync(old?.path ?? '', 'utf8'))
    )
    const facts = JSON.parse(readFileSync(made?.beside ?? '', 'utf8'))
    expect(facts).toMatchObject({ session_id: id, status: 'completed', messages_path: made?.path })
    expect(Object.keys(facts.metadata).filter((key) => /usage|marker/i.test(key))).toEqual([])
    expect((await adapter.checkpoints(place.source, id, readingFor())).map((each) => each.id)).toEqual(
      await points(place)
    )
    await place.undo(operationId)
    expect(theirs(home)).toEqual(before)
  })

  it('goes on in another folder, and is refused for a subagent, a task, and where the facts are gone', async () => {
    const home = samples.sampleHome()
    const place = await changingHome('cline', home)
    const { created } = await place.apply(await place.plan(threeTurns, { ...wholeFork, workspace: home }))
    const { summary } = await adapter.open(place.source, created?.id ?? '', readingFor())
    expect(summary).toMatchObject({ workspace: home, ownCheckpoints: 0 })
    const task = join(home, '.cline/data/tasks/1795955502000/api_conversation_history.json')
    mkdirSync(dirname(task), { recursive: true })
    writeFileSync(task, JSON.stringify([{ role: 'user', content: [{ type: 'text', text: '<task>hello</task>' }] }]))
    const [subagent = ''] = samples.expected.find(({ id }) => id === delegated)?.subagents ?? []
    rmSync(fileOf(place, delegated)?.beside ?? '')
    for (const [id, change] of [
      [subagent, wholeFork],
      ['1795955502000', wholeFork],
      ['1795955502000', { kind: 'delete' }],
      [delegated, wholeFork]
    ] as const)
      await expect(place.plan(id, change)).rejects.toMatchObject({ failure: { code: 'refused' } })
  })

  it('is not taken for one that the agent accepts when it carries another id than its name', async () => {
    const place = await changingHome('cline', samples.sampleHome())
    const { created } = await place.apply(await place.plan(threeTurns, wholeFork))
    const path = fileOf(place, created?.id ?? '')?.path ?? ''
    const verify = () => adapter.write?.verify(place.source, created?.id ?? '', [path], readingFor())
    expect(await verify()).toEqual([])
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(created?.id ?? '', threeTurns))
    expect(await verify()).toMatchObject([{ code: 'cline.restore.id', severity: 'problem' }])
  })
})

describe('a checkpoint of Cline', () => {
  it('gives back the files of its commit, also those that git did not know, and nothing goes into .git', async () => {
    const { home, workspace } = workedHome()
    const place = await changingHome('cline', home)
    const before = theirs(home)
    const [third = '', second = '', first = ''] = await points(place)
    const plan = await place.plan(threeTurns, { kind: 'restore', checkpoint: third })
    expect(plan.conflicts.map(({ id }) => id)).toEqual(['what'])
    const { operationId } = await place.apply(plan)
    expect(existsSync(join(workspace, 'src/kelvin.js'))).toBe(false)
    expect(readFileSync(join(workspace, 'docs/NOTES.md'), 'utf8')).toContain('Celsius')
    expect(readFileSync(join(workspace, 'notes.txt'), 'utf8')).toBe('made by hand since then\n')
    await place.undo(operationId)
    rmSync(join(workspace, 'docs'), { recursive: true })
    await place.apply(await place.plan(threeTurns, { kind: 'restore', checkpoint: third }), { others: 'replace' })
    expect(readFileSync(join(workspace, 'docs/NOTES.md'), 'utf8')).toContain('Celsius')
    const git = (home: ReturnType<typeof theirs>) => Object.entries(home).filter(([path]) => path.includes('/.git/'))
    const both = await place.apply(await place.plan(threeTurns, { kind: 'restore', checkpoint: second }), {
      what: 'both'
    })
    expect(existsSync(join(workspace, 'docs/NOTES.md'))).toBe(false)
    const prompts = (await place.entries(both.created?.id ?? '')).filter(({ kind }) => kind === 'user')
    expect(prompts.map(({ text }) => text)).toEqual(['Please add a celsius helper to the forecast script.'])
    await place.apply(await place.plan(threeTurns, { kind: 'restore', checkpoint: first }))
    expect(readFileSync(join(workspace, 'src/forecast.js'), 'utf8')).not.toContain('toCelsius')
    expect(git(theirs(home))).toEqual(git(before))
  })

  it('is where a fork ends that is asked for at it', async () => {
    const place = await changingHome('cline', samples.sampleHome())
    const fork = { ...wholeFork, checkpoint: (await points(place))[1] ?? '' }
    const { created } = await place.apply(await place.plan(threeTurns, fork))
    const prompts = (await place.entries(created?.id ?? '')).filter(({ kind }) => kind === 'user')
    expect(prompts.map(({ text }) => text)).toEqual(['Please add a celsius helper to the forecast script.'])
    await expect(place.plan(threeTurns, { ...wholeFork, checkpoint: 'none' })).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
  })

  it('A16 leaves what somebody changed since, unless the person says otherwise', async () => {
    const { home, workspace } = workedHome()
    writeFileSync(join(workspace, 'src/kelvin.js'), 'work of an afternoon')
    writeFileSync(join(workspace, 'README.md'), 'changed by hand')
    const place = await changingHome('cline', home)
    const [third = ''] = await points(place)
    const plan = await place.plan(threeTurns, { kind: 'restore', checkpoint: third })
    expect(plan.conflicts.map(({ code }) => code)).toEqual(['cline.restore.what', 'file.changed', 'files.others'])
    await place.apply(plan).catch((error) => expect(error.failure.code).toBe('refused'))
    expect(readFileSync(join(workspace, 'src/kelvin.js'), 'utf8')).toBe('work of an afternoon')
    await place.apply(plan, replaceEach(plan.conflicts))
    expect(existsSync(join(workspace, 'src/kelvin.js'))).toBe(false)
    expect(readFileSync(join(workspace, 'README.md'), 'utf8')).toBe('changed by hand')
  })

  it('A11 leaves the files alone where the commit is gone', async () => {
    const { home, workspace } = workedHome()
    rmSync(join(workspace, '.git/objects'), { recursive: true })
    const place = await changingHome('cline', home)
    const [third = ''] = await points(place)
    const plan = await place.plan(threeTurns, { kind: 'restore', checkpoint: third })
    expect(plan.steps.every(({ what }) => what === 'session')).toBe(true)
    expect(plan.cannot.map(({ because }) => because).join()).toContain('not in the repository')
  })
})

describe('a session of Cline', () => {
  it('B7 is kept with its facts and subagents, deleted and put back', async () => {
    const home = samples.sampleHome()
    const place = await changingHome('cline', home)
    const before = theirs(home)
    const parts = await adapter.parts?.(place.source, delegated)
    expect(parts?.map(({ because }) => because)).toEqual([
      'the conversation',
      'what Cline keeps beside it',
      'a subagent of it'
    ])
    const session = { source: place.source.id, id: delegated }
    const kept = await place.engine.keeper.keep({ session, label: null, by: 'person', about }, quietly.signal)
    await place.apply(await place.plan(delegated, { kind: 'delete' }))
    expect(fileOf(place, delegated)).toBeNull()
    await place.apply(await place.plan(delegated, { kind: 'restore', checkpoint: kept.id }))
    expect(theirs(home)).toEqual(before)
  })
})
