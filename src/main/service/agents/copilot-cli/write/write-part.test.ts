import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type ChangingHome, changingHome, theirs, wholeFork } from '../../../restore/testing/changing-home'
import { restoredToEach } from '../../../restore/testing/restored-to-each'
import { quietly } from '../../../restore/testing/test-home'
import { readingFor } from '../../conformance/browse'
import { adapter } from '../adapter'
import { sessionFile } from '../files/session-files'
import { samples } from '../testing/samples'
import { twoTurns, workedHome } from '../testing/worked-home'

afterAll(samples.removeHomes)

const delegated = samples.expected.find(({ subagents }) => subagents !== undefined)?.id ?? ''

const pathOf = ({ source }: ChangingHome, id: string) => sessionFile(source.root, id)?.path ?? ''
const points = async ({ source }: ChangingHome) =>
  (await adapter.checkpoints(source, twoTurns, readingFor())).map(({ id }) => id)

describe('a conversation of Copilot CLI put back', () => {
  it.each([twoTurns, delegated])('Copilot restore-to-entry ends %s after any entry that allows it', async (id) => {
    const place = await changingHome('copilot-cli', samples.sampleHome())
    expect(await restoredToEach(place, id)).toBeGreaterThan(2)
  })

  it('keeps every event byte for byte but for the id in the first one, with the copies of files beside it', async () => {
    const home = samples.sampleHome()
    const place = await changingHome('copilot-cli', home)
    const before = theirs(home)
    const { created, operationId } = await place.apply(await place.plan(twoTurns, wholeFork))
    const id = created?.id ?? ''
    const [first = '', ...rest] = readFileSync(pathOf(place, id), 'utf8').split('\n')
    expect([first.replaceAll(id, twoTurns), ...rest].join('\n')).toBe(readFileSync(pathOf(place, twoTurns), 'utf8'))
    const { summary } = await adapter.open(place.source, id, readingFor())
    expect(summary).toMatchObject({ title: expect.stringContaining('celsius'), workspace: '/home/dev/weather' })
    const now = theirs(home)
    expect(Object.keys(before).filter((path) => !path.endsWith('session-state') && now[path] !== before[path])).toEqual(
      []
    )
    const copies = (await adapter.checkpoints(place.source, id, readingFor())).map(({ valid }) => valid)
    expect(copies).toEqual([true, true])
    await place.undo(operationId)
    expect(theirs(home)).toEqual(before)
  })

  it('goes on in another folder, and is refused for a subagent and for a damaged log', async () => {
    const home = samples.sampleHome()
    const place = await changingHome('copilot-cli', home)
    const { created } = await place.apply(await place.plan(twoTurns, { ...wholeFork, workspace: home }))
    const { summary } = await adapter.open(place.source, created?.id ?? '', readingFor())
    expect(summary.workspace).toBe(home)
    const [subagent = ''] = samples.expected.find(({ id }) => id === delegated)?.subagents ?? []
    const refused = { failure: { code: 'refused' } }
    await expect(place.plan(subagent, wholeFork)).rejects.toMatchObject(refused)
    const lines = readFileSync(pathOf(place, twoTurns), 'utf8').split('\n')
    writeFileSync(pathOf(place, twoTurns), lines.filter((_, index) => index !== 4).join('\n'))
    await expect(place.plan(twoTurns, wholeFork)).rejects.toMatchObject(refused)
  })

  it('is not taken for one that the agent accepts when it carries another id than its name', async () => {
    const place = await changingHome('copilot-cli', samples.sampleHome())
    const { created } = await place.apply(await place.plan(twoTurns, wholeFork))
    const path = pathOf(place, created?.id ?? '')
    const verify = () => adapter.write?.verify(place.source, created?.id ?? '', [path], readingFor())
    expect(await verify()).toEqual([])
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(created?.id ?? '', twoTurns))
    expect(await verify()).toMatchObject([{ code: 'copilot-cli.restore.id', severity: 'problem' }])
  })
})

describe('a checkpoint of Copilot CLI', () => {
  it('gives the files back as they were before the turn, and the undo those of now', async () => {
    const { home, workspace, backup } = workedHome()
    const place = await changingHome('copilot-cli', home)
    const before = theirs(home)
    const [second = '', first = ''] = await points(place)
    const plan = await place.plan(twoTurns, { kind: 'restore', checkpoint: first })
    expect(plan.conflicts.map(({ id }) => id)).toEqual([])
    const { operationId } = await place.apply(plan)
    expect(readFileSync(join(workspace, 'src/forecast.js'))).toEqual(readFileSync(backup))
    expect(existsSync(join(workspace, 'docs/NOTES.md'))).toBe(false)
    expect(readFileSync(join(workspace, 'notes.txt'), 'utf8')).toBe('made by hand since then\n')
    await place.undo(operationId)
    expect(theirs(home)).toEqual(before)
    const both = await place.apply(await place.plan(twoTurns, { kind: 'restore', checkpoint: second }), {
      what: 'both'
    })
    expect(existsSync(join(workspace, 'docs/NOTES.md'))).toBe(false)
    expect(readFileSync(join(workspace, 'src/forecast.js'), 'utf8')).toContain('toCelsius')
    const prompts = (await place.entries(both.created?.id ?? '')).filter(({ kind }) => kind === 'user')
    expect(prompts.map(({ text }) => text)).toEqual(['Please add a celsius helper to the forecast script.'])
  })

  it('is where a fork ends that is asked for at it', async () => {
    const place = await changingHome('copilot-cli', samples.sampleHome())
    const fork = { ...wholeFork, checkpoint: (await points(place))[0] ?? '' }
    const { created } = await place.apply(await place.plan(twoTurns, fork))
    const prompts = (await place.entries(created?.id ?? '')).filter(({ kind }) => kind === 'user')
    expect(prompts.map(({ text }) => text)).toEqual(['Please add a celsius helper to the forecast script.'])
    await expect(place.plan(twoTurns, { ...wholeFork, checkpoint: 'none' })).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
  })

  it('A16 leaves what somebody changed since, and A11 what has lost its copy', async () => {
    const { home, workspace, backup } = workedHome()
    writeFileSync(join(workspace, 'docs/NOTES.md'), 'work of an afternoon')
    rmSync(backup)
    const place = await changingHome('copilot-cli', home)
    const [, first = ''] = await points(place)
    const plan = await place.plan(twoTurns, { kind: 'restore', checkpoint: first })
    expect(plan.conflicts.map(({ code }) => code)).toEqual(['file.changed'])
    expect(plan.cannot.map(({ because }) => because).join()).toContain('its copy is gone')
    await place.apply(plan).catch((error) => expect(error.failure.code).toBe('refused'))
    expect(readFileSync(join(workspace, 'docs/NOTES.md'), 'utf8')).toBe('work of an afternoon')
  })
})

describe('a session of Copilot CLI', () => {
  it('B7 is kept with all that lies in its folder, deleted and put back', async () => {
    const home = samples.sampleHome()
    const place = await changingHome('copilot-cli', home)
    const before = theirs(home)
    const about = { title: 'A talk', workspace: '/w', entries: 9, agentVersion: '1', layout: '1', fingerprint: 'f' }
    const session = { source: place.source.id, id: twoTurns }
    const kept = await place.engine.keeper.keep({ session, label: null, by: 'person', about }, quietly.signal)
    const path = pathOf(place, twoTurns)
    await place.apply(await place.plan(twoTurns, { kind: 'delete' }))
    expect(existsSync(path)).toBe(false)
    await place.apply(await place.plan(twoTurns, { kind: 'restore', checkpoint: kept.id }))
    expect(theirs(home)).toEqual(before)
    expect(existsSync(join(dirname(path), 'workspace.yaml'))).toBe(true)
  })
})
