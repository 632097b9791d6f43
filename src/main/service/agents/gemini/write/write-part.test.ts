import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { changingHome, talk, theirs, wholeFork } from '../../../restore/testing/changing-home'
import { restoredToEach } from '../../../restore/testing/restored-to-each'
import { quietly } from '../../../restore/testing/test-home'
import { findSession } from '../files/find-session'
import { placesOf } from '../places'
import { removeHomes, sampleHome } from '../testing/samples'
import { workedHome } from '../testing/worked-home'

afterAll(removeHomes)

const celsius = '353f7d23-db03-4d17-a7d7-d204e5206800'
const delegated = 'dd6b3d3f-1b38-46ef-b809-cf2e9210c57d'
const compressed = '4add6a7e-abb8-48a6-b8d6-655823f1851a'
const beforeKelvin = '2026-11-29T12-28-37_106Z-kelvin.js-write_file'
const beforeForecast = '2026-11-29T12-28-11_979Z-forecast.js-replace'

const homeOf = () => changingHome('gemini', sampleHome())

describe('a conversation of Gemini CLI put back', () => {
  it.each([celsius, delegated, compressed])(
    'Gemini restore-to-entry ends %s after any entry that allows it',
    async (id) => {
      const place = await homeOf()
      expect(await restoredToEach(place, id)).toBeGreaterThan(2)
    }
  )

  it('leaves every file as it is, and the undo takes the new session away', async () => {
    const home = sampleHome()
    const place = await changingHome('gemini', home)
    const before = theirs(home)
    const { operationId, created } = await place.apply(await place.plan(celsius, wholeFork))
    const after = theirs(home)
    for (const path of Object.keys(before).filter((each) => each.endsWith('.jsonl')))
      expect(after[path]).toBe(before[path])
    const found = findSession(placesOf(place.source), created?.id ?? '')
    expect(found?.path).toMatch(new RegExp(`chats/session-.*-${created?.id.slice(0, 8)}\\.jsonl$`))
    await place.undo(operationId)
    expect(theirs(home)).toEqual(before)
  })

  it('keeps every line byte for byte but for the id of the session', async () => {
    const place = await homeOf()
    const { created } = await place.apply(await place.plan(celsius, wholeFork))
    const [old, now] = [celsius, created?.id ?? ''].map((id) =>
      readFileSync(findSession(placesOf(place.source), id)?.path ?? '', 'utf8')
    )
    const back = now
      ?.replaceAll(created?.id ?? '', celsius)
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .join('\n')
    expect(`${back}\n`).toBe(old)
  })

  it('C11 carries the subagents that it names, under ids of their own', async () => {
    const place = await homeOf()
    const { created } = await place.apply(await place.plan(delegated, wholeFork))
    const call = (await place.entries(created?.id ?? '')).find(({ tool }) => tool?.subagent !== undefined)
    const id = call?.tool?.subagent?.id ?? ''
    expect(id).not.toBe('6c849e69-a6df-437f-b236-43b7586ef2c2')
    const [now, old] = [await place.entries(id), await place.entries('6c849e69-a6df-437f-b236-43b7586ef2c2')]
    expect(talk(now).map(({ call: _renamed, ...rest }) => rest)).toEqual(
      talk(old).map(({ call: _own, ...rest }) => rest)
    )
  })

  it('is refused for a directory that Gemini CLI does not know, and for a subagent', async () => {
    const home = sampleHome()
    const place = await changingHome('gemini', home)
    for (const [id, change] of [
      [celsius, { ...wholeFork, workspace: home }],
      ['6c849e69-a6df-437f-b236-43b7586ef2c2', wholeFork]
    ] as const)
      await expect(place.plan(id, change)).rejects.toMatchObject({ failure: { code: 'refused' } })
  })
})

describe('files put back to a checkpoint of Gemini CLI', () => {
  it('takes away what a call made since, and leaves what somebody else made', async () => {
    const { home, workspace } = workedHome()
    const place = await changingHome('gemini', home)
    const plan = await place.plan(compressed, { kind: 'restore', checkpoint: beforeKelvin })
    const before = theirs(home)
    const kelvin = plan.steps.find(({ path }) => path.endsWith('kelvin.js'))
    expect(kelvin).toMatchObject({ action: 'remove' })
    const choices = Object.fromEntries(
      plan.conflicts.flatMap(({ step, id }) => (step === null ? [] : [[id, 'replace']]))
    )
    const { operationId, created } = await place.apply(plan, choices)
    expect(created).toBeUndefined()
    expect(existsSync(join(workspace, 'src/kelvin.js'))).toBe(false)
    expect(readFileSync(join(workspace, 'notes.txt'), 'utf8')).toBe('made by hand since then\n')
    await place.undo(operationId)
    expect(theirs(home)).toEqual(before)
  })

  it('gives the files of the commit, together with the conversation before the call', async () => {
    const { home, workspace } = workedHome()
    const place = await changingHome('gemini', home)
    const plan = await place.plan(compressed, { kind: 'restore', checkpoint: beforeForecast })
    const all = Object.fromEntries(plan.conflicts.map(({ id }) => [id, id === 'what' ? 'both' : 'replace']))
    const { created } = await place.apply(plan, all)
    expect(readFileSync(join(workspace, 'src/forecast.js'), 'utf8')).toContain('export function format(t)')
    expect(readFileSync(join(workspace, 'src/forecast.js'), 'utf8')).not.toContain('toCelsius')
    expect(existsSync(join(workspace, 'README.md'))).toBe(true)
    const made = await place.entries(created?.id ?? '')
    expect(made.filter(({ kind }) => kind === 'tool').map(({ tool }) => tool?.name)).toEqual(['read_file'])
  })

  it('A16 asks about a file that somebody changed since, and about all that Gemini CLI did not change in one question', async () => {
    const { home, workspace } = workedHome()
    writeFileSync(join(workspace, 'src/kelvin.js'), 'work of an afternoon')
    const place = await changingHome('gemini', home)
    const plan = await place.plan(compressed, { kind: 'restore', checkpoint: beforeKelvin })
    expect(plan.conflicts.map(({ code }) => code)).toEqual(expect.arrayContaining(['file.changed', 'files.others']))
    await expect(place.apply(plan)).rejects.toMatchObject({ failure: { code: 'refused' } })
    expect(readFileSync(join(workspace, 'src/kelvin.js'), 'utf8')).toBe('work of an afternoon')
  })

  it('A11 leaves the files alone when the commit is gone', async () => {
    const { home, workspace } = workedHome()
    rmSync(join(home, '.gemini/history/caf-app-v2/.git/objects'), { recursive: true })
    const place = await changingHome('gemini', home)
    const plan = await place.plan(compressed, { kind: 'restore', checkpoint: beforeKelvin })
    expect(plan.steps.every(({ what }) => what === 'session')).toBe(true)
    expect(plan.cannot.map(({ because }) => because).join()).toContain('not in the shadow repository')
    await place.apply(plan)
    expect(existsSync(join(workspace, 'src/kelvin.js'))).toBe(true)
  })

  it('writes nothing into the shadow repository', async () => {
    const { home } = workedHome()
    const place = await changingHome('gemini', home)
    const picture = () => Object.fromEntries(Object.entries(theirs(home)).filter(([path]) => path.includes('history/')))
    const before = picture()
    const plan = await place.plan(compressed, { kind: 'restore', checkpoint: beforeForecast })
    await place.apply(
      plan,
      Object.fromEntries(plan.conflicts.map(({ id }) => [id, id === 'what' ? 'both' : 'replace']))
    )
    expect(picture()).toEqual(before)
  })

  it('puts a saved chat back as a session that ends where it was saved', async () => {
    const place = await homeOf()
    const plan = await place.plan(compressed, { kind: 'restore', checkpoint: 'checkpoint-my%20tag' })
    const { created } = await place.apply(plan)
    const entries = await place.entries(created?.id ?? '')
    expect(entries.filter(({ kind }) => kind === 'user').map(({ text }) => text)).toEqual([
      'Please add a celsius helper to the forecast script.',
      'Try the alternative: use Kelvin instead.'
    ])
  })
})

describe('a session of Gemini CLI', () => {
  it('B7 is kept with its subagents and its other file, and comes back when it was lost', async () => {
    const home = sampleHome()
    const place = await changingHome('gemini', home)
    const before = theirs(home)
    const about = { title: 'A talk', workspace: '/w', entries: 9, agentVersion: '1', layout: 'chats', fingerprint: 'f' }
    const session = { source: place.source.id, id: delegated }
    const kept = await place.engine.keeper.keep({ session, label: null, by: 'person', about }, quietly.signal)
    const { operationId } = await place.apply(await place.plan(delegated, { kind: 'delete' }))
    expect(findSession(placesOf(place.source), delegated)).toBeNull()
    await place.apply(await place.plan(delegated, { kind: 'restore', checkpoint: kept.id }))
    expect(theirs(home)).toEqual(before)
    expect(operationId).not.toBe('')
  })
})
