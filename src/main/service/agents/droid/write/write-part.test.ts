import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type ChangingHome, changingHome, theirs, wholeFork } from '../../../restore/testing/changing-home'
import { restoredToEach } from '../../../restore/testing/restored-to-each'
import { quietly } from '../../../restore/testing/test-home'
import { readingFor } from '../../conformance/browse'
import { adapter } from '../adapter'
import { findSession, settingsPath } from '../files/session-files'
import { samples } from '../testing/samples'

afterAll(samples.removeHomes)

const forked = samples.expected.find(({ forkedFrom }) => forkedFrom !== undefined)
const parent = forked?.forkedFrom ?? ''

const pathOf = ({ source }: ChangingHome, id: string) => findSession(source.root, id)?.path ?? ''
const linesOf = (place: ChangingHome, id: string) => readFileSync(pathOf(place, id), 'utf8').trimEnd().split('\n')

describe('a conversation of droid put back', () => {
  it.each([parent, forked?.id ?? ''])('droid restore-to-entry ends %s after any entry that allows it', async (id) => {
    const place = await changingHome('droid', samples.sampleHome())
    expect(await restoredToEach(place, id)).toBeGreaterThan(3)
  })

  it('is what the own fork of droid begins with', async () => {
    const home = samples.sampleHome()
    const place = await changingHome('droid', home)
    const before = theirs(home)
    const { created, operationId } = await place.apply(await place.plan(parent, wholeFork))
    const id = created?.id ?? ''
    const [head = '', ...records] = linesOf(place, id)
    const [made = '', ...taken] = linesOf(place, forked?.id ?? '')
    expect(records).toEqual(taken.slice(0, records.length))
    expect(records).toEqual(linesOf(place, parent).slice(1))
    expect({ ...JSON.parse(head), id: forked?.id }).toEqual(JSON.parse(made))
    const settings = JSON.parse(readFileSync(settingsPath(pathOf(place, id)), 'utf8'))
    expect(settings).toMatchObject({ model: 'custom:mock-0', providerLock: 'generic-chat-completion-api' })
    expect(Object.keys(settings).filter((key) => /token/i.test(key))).toEqual([])
    const { summary } = await adapter.open(place.source, id, readingFor())
    expect(summary).toMatchObject({ parent, parentKind: 'fork' })
    await place.undo(operationId)
    expect(theirs(home)).toEqual(before)
  })

  it('leaves a branch behind, and what belongs to it', async () => {
    const place = await changingHome('droid', samples.sampleHome())
    const path = pathOf(place, parent)
    const lines = linesOf(place, parent)
    const prompt = lines
      .map((line) => JSON.parse(line))
      .find(({ message, id }) => message?.role === 'user' && !`${id}`.startsWith('context'))
    const instead = {
      ...prompt,
      id: 'new',
      message: { ...prompt.message, content: [{ type: 'text', text: 'instead' }] }
    }
    writeFileSync(path, [...lines, JSON.stringify(instead), ''].join('\n'))
    const { created } = await place.apply(await place.plan(parent, wholeFork))
    const entries = await place.entries(created?.id ?? '')
    expect(entries.filter(({ kind }) => kind !== 'notice').map(({ text }) => text)).toEqual(['instead'])
    expect(linesOf(place, created?.id ?? '').some((line) => line.includes('agent_turn_outcome'))).toBe(false)
  })

  it('goes on in another folder, and is refused where the file begins otherwise', async () => {
    const home = samples.sampleHome()
    const place = await changingHome('droid', home)
    const { created } = await place.apply(await place.plan(parent, { ...wholeFork, workspace: home }))
    expect(pathOf(place, created?.id ?? '')).toContain(join('sessions', home.replaceAll('/', '-')))
    const path = pathOf(place, parent)
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version":2', '"version":3'))
    await expect(place.plan(parent, wholeFork)).rejects.toMatchObject({ failure: { code: 'refused' } })
  })

  it('is not taken for one that the agent accepts when it carries another id than its name', async () => {
    const place = await changingHome('droid', samples.sampleHome())
    const { created } = await place.apply(await place.plan(parent, wholeFork))
    const path = pathOf(place, created?.id ?? '')
    const verify = () => adapter.write?.verify(place.source, created?.id ?? '', [path], readingFor())
    expect(await verify()).toEqual([])
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(created?.id ?? '', parent))
    expect(await verify()).toMatchObject([{ code: 'droid.restore.id', severity: 'problem' }])
  })
})

describe('a session of droid', () => {
  it('B7 is kept with what lies beside it, deleted and put back', async () => {
    const home = samples.sampleHome()
    const place = await changingHome('droid', home)
    const path = pathOf(place, parent)
    writeFileSync(`${path}.bak`, 'a copy of droid')
    const before = theirs(home)
    const about = { title: 'A talk', workspace: '/w', entries: 9, agentVersion: '1', layout: '2', fingerprint: 'f' }
    const session = { source: place.source.id, id: parent }
    const kept = await place.engine.keeper.keep({ session, label: null, by: 'person', about }, quietly.signal)
    await place.apply(await place.plan(parent, { kind: 'delete' }))
    expect([path, settingsPath(path), `${path}.bak`].filter((each) => existsSync(each))).toEqual([])
    await place.apply(await place.plan(parent, { kind: 'restore', checkpoint: kept.id }))
    expect(theirs(home)).toEqual(before)
  })
})
