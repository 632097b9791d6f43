import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListedSession } from '../agents/adapter'
import { JotHome } from '../testing/jot-home'
import { jotService, type ServiceUnderTest } from '../testing/jot-service'
import { SlicedUnits } from './sliced-units'
import { type UnitStep, UnitStore } from './unit-store'

const listed = (id: string): ListedSession => ({
  id,
  title: id,
  workspace: null,
  startedAt: null,
  updatedAt: 1,
  entries: 1,
  resumable: null,
  findings: 0,
  state: 'ok'
})
const ids = Array.from({ length: 1000 }, (_, index) => `s${index}`)
const point = (id: string, sessionId: string) => ({ id, sessionId, at: 1, label: null, restorable: true })
const step: UnitStep = {
  type: 'unit',
  unit: '/db',
  fingerprint: 'f1',
  sessions: ids.map(listed),
  checkpoints: [point('p1', 's1'), point('p2', 's999'), point('p3', 'nowhere')],
  findings: []
}

describe('UnitStore.writeLarge', () => {
  let home: JotHome
  let test: ServiceUnderTest
  let store: UnitStore
  beforeEach(async () => {
    home = new JotHome()
    test = await jotService(home)
    store = new UnitStore(test.service.parts.library.writer, 'x', 'tact')
  })
  afterEach(async () => {
    await test.service.close()
    home.dispose()
  })
  const rows = () =>
    test.service.parts.library.writer.all<{ id: string; checkpoints: number; state: string }>(
      'select id, checkpoints, state from session where source = ? and shown = 1',
      'x'
    )

  it('lists a part of the sessions after each slice, with their checkpoints', () => {
    const counts: number[] = []
    for (const _ of store.writeLarge(step)) counts.push(rows().length)
    expect(counts.slice(0, 4)).toEqual([250, 500, 750, 1000])
    const byId = new Map(rows().map((row) => [row.id, row]))
    expect([byId.get('s1'), byId.get('s999'), byId.get('s2')].map((row) => row?.checkpoints)).toEqual([1, 1, 0])
    expect(byId.get('nowhere')?.state).toBe('gone')
    expect(store.fingerprints()).toEqual(new Map([['/db', 'f1']]))
  })

  it('is read again after a stop in the middle, and then written as a known unit', () => {
    const slices = store.writeLarge(step)[Symbol.iterator]()
    slices.next()
    slices.next()
    expect(store.fingerprints().get('/db')).not.toBe('f1')
    expect(store.isLarge(step)).toBe(false)
    // The other half, the one whose checkpoint was there already, and the one that is gone.
    expect(store.write([step])).toHaveLength(502)
    expect(rows()).toHaveLength(1001)
    expect(store.fingerprints().get('/db')).toBe('f1')
  })

  it('lists slices of a new unit at once, and what its end says of a session counts instead', () => {
    const sliced = new SlicedUnits(store)
    const prompted = { ...listed('s0'), prompts: [{ at: 1, text: 'hello' }] }
    expect(sliced.take({ type: 'slice', unit: '/db', sessions: [prompted, listed('s1')] })).toEqual(['s0', 's1'])
    expect(rows()).toHaveLength(2)
    expect(store.fingerprints().get('/db')).toBe('')
    const end = sliced.complete({ ...step, sessions: [{ ...prompted, state: 'partial' }, listed('s2')] })
    store.write([end])
    const byId = new Map(rows().map((row) => [row.id, row]))
    expect([...byId.keys()].sort()).toEqual(['nowhere', 's0', 's1', 's2', 's999'])
    expect(byId.get('s0')?.state).toBe('partial')
    expect(byId.get('s1')?.checkpoints).toBe(1)
    expect(test.service.parts.library.writer.all('select text from prompt')).toEqual([{ text: 'hello' }])
    expect(store.fingerprints().get('/db')).toBe('f1')
  })

  it('keeps slices of a known unit back until its end shows what is gone', () => {
    store.write([{ ...step, sessions: [listed('old'), listed('s0')], checkpoints: [] }])
    const sliced = new SlicedUnits(store)
    expect(sliced.take({ type: 'slice', unit: '/db', sessions: [listed('s0'), listed('s1')] })).toEqual([])
    expect(rows().map(({ id }) => id)).toEqual(['old', 's0'])
    const end = { ...step, fingerprint: 'f2', sessions: [listed('s2')], checkpoints: [] }
    expect(store.write([sliced.complete(end)])).toEqual(['s1', 's2', 'old'])
    expect(
      rows()
        .map(({ id }) => id)
        .sort()
    ).toEqual(['s0', 's1', 's2'])
  })

  it('settles a session that a first scan meets in two units', () => {
    const one = (unit: string, state: ListedSession['state']): UnitStep => ({
      ...step,
      unit,
      sessions: [{ ...listed('twice'), state }],
      checkpoints: []
    })
    store.write([one('/a', 'partial')])
    store.write([one('/b', 'ok')])
    expect(rows()).toEqual([{ id: 'twice', checkpoints: 0, state: 'ok' }])
  })

  it('is only for what is new and large', () => {
    expect(store.isLarge(step)).toBe(true)
    expect(store.isLarge({ ...step, sessions: step.sessions.slice(0, 20) })).toBe(false)
  })
})
