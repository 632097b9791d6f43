import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '@shared/domain/transcript'
import { afterAll, describe, expect, it } from 'vitest'
import { type ChangingHome, changingHome, theirs, wholeFork } from '../../../restore/testing/changing-home'
import { restoredToEach } from '../../../restore/testing/restored-to-each'
import { quietly } from '../../../restore/testing/test-home'
import { readingFor } from '../../conformance/browse'
import { adapter } from '../adapter'
import { findSession } from '../files/find-session'
import { removeHomes, sampleHome } from '../testing/samples'

afterAll(removeHomes)

const celsius = '01a22747-8be0-77d3-b400-6cb4156239b3'
const branched = '01a22751-ceae-751c-85d1-1912d6555b60'

const homeOf = () => changingHome('pi', sampleHome())
const pathOf = ({ source }: ChangingHome, id: string) => findSession(source.root, id)?.path ?? ''
const linesOf = (place: ChangingHome, id: string) => readFileSync(pathOf(place, id), 'utf8').trimEnd().split('\n')

describe('a conversation of pi put back', () => {
  it.each([celsius, branched])('pi restore-to-entry ends %s after any entry that allows it', async (id) => {
    const place = await homeOf()
    // What a left branch follows stands before it; what the live one left does not come along.
    const expected = (entries: readonly Entry[], index: number) => {
      const branch = entries[index]?.parent ?? null
      const turned = entries.findIndex(({ id }) => id === branch)
      const before = entries.slice(0, turned === -1 ? index + 1 : turned).filter(({ parent }) => !parent)
      const own = branch === null ? [] : entries.slice(0, index + 1).filter(({ parent }) => parent === branch)
      return [...before, ...own]
    }
    expect(await restoredToEach(place, id, expected)).toBeGreaterThan(4)
  })

  it('holds the records of the way to the leaf byte for byte, below a header as the own fork of pi writes it', async () => {
    const place = await homeOf()
    const { created } = await place.apply(await place.plan(branched, wholeFork))
    const id = created?.id ?? ''
    const [head = '', ...records] = linesOf(place, id)
    const old = linesOf(place, branched)
    expect(JSON.parse(head)).toMatchObject({ type: 'session', version: 3, id, parentSession: pathOf(place, branched) })
    // Turns two and three were left with `/tree`.
    expect(records).toEqual([...old.slice(1, 9), ...old.slice(16)])
    const { summary } = await adapter.open(place.source, id, readingFor())
    expect(summary).toMatchObject({ parent: branched, parentKind: 'fork', workspace: '/home/dev/weather' })
  })

  it('leaves every file as it is, and the undo takes the new session away', async () => {
    const home = sampleHome()
    const place = await changingHome('pi', home)
    const before = theirs(home)
    const { operationId } = await place.apply(await place.plan(celsius, wholeFork))
    const after = theirs(home)
    const paths = Object.keys(before).filter((path) => path.endsWith('.jsonl'))
    expect(paths.map((path) => after[path])).toEqual(paths.map((path) => before[path]))
    await place.undo(operationId)
    expect(theirs(home)).toEqual(before)
  })

  it('goes on in another folder, where pi looks for its sessions', async () => {
    const home = sampleHome()
    const place = await changingHome('pi', home)
    const { created } = await place.apply(await place.plan(celsius, { ...wholeFork, workspace: home }))
    const path = pathOf(place, created?.id ?? '')
    expect(path).toContain(join('sessions', `--${home.slice(1).replaceAll('/', '-')}--`))
    const { summary } = await adapter.open(place.source, created?.id ?? '', readingFor())
    expect(summary.workspace).toBe(home)
  })

  it('is refused before the first reply, in the first format, and in a folder that is not there', async () => {
    const home = sampleHome()
    const place = await changingHome('pi', home)
    const refused = { failure: { code: 'refused' } }
    const [first] = await place.entries(celsius)
    const toFirst = { kind: 'restore-to-entry', entry: first?.id ?? '' } as const
    await expect(place.plan(celsius, toFirst)).rejects.toMatchObject(refused)
    await expect(place.plan(celsius, { ...wholeFork, workspace: join(home, 'no') })).rejects.toMatchObject(refused)
    const path = pathOf(place, celsius)
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version":3', '"version":1'))
    await expect(place.plan(celsius, wholeFork)).rejects.toMatchObject(refused)
  })

  it('names what damage took from it', async () => {
    const place = await homeOf()
    const path = pathOf(place, celsius)
    const lines = linesOf(place, celsius)
    writeFileSync(path, lines.map((line, index) => (index === 6 ? line.slice(0, 40) : line)).join('\n'))
    const plan = await place.plan(celsius, wholeFork)
    expect(plan.cannot.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['What stands before a gap in the session', '1 damaged line'])
    )
    const { verified } = await place.apply(plan)
    expect(verified).toBe(true)
  })

  it('is not taken for one that the agent accepts when it carries another id than its name', async () => {
    const place = await changingHome('pi', sampleHome())
    const { created } = await place.apply(await place.plan(celsius, wholeFork))
    const path = pathOf(place, created?.id ?? '')
    const verify = () => adapter.write?.verify(place.source, created?.id ?? '', [path], readingFor())
    expect(await verify()).toEqual([])
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(created?.id ?? '', celsius))
    expect(await verify()).toMatchObject([{ code: 'pi.restore.id', severity: 'problem' }])
  })
})

describe('a session of pi', () => {
  it('B7 is kept, deleted and put back', async () => {
    const home = sampleHome()
    const place = await changingHome('pi', home)
    const before = theirs(home)
    const about = { title: 'A talk', workspace: '/w', entries: 9, agentVersion: '1', layout: '3', fingerprint: 'f' }
    const session = { source: place.source.id, id: branched }
    const kept = await place.engine.keeper.keep({ session, label: null, by: 'person', about }, quietly.signal)
    await place.apply(await place.plan(branched, { kind: 'delete' }))
    expect(findSession(place.source.root, branched)).toBeNull()
    await place.apply(await place.plan(branched, { kind: 'restore', checkpoint: kept.id }))
    expect(theirs(home)).toEqual(before)
  })
})
