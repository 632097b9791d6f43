import type { ImportedSession, Inspection } from '@shared/domain/import'
import { describe, expect, it } from 'vitest'
import {
  firstChoice,
  type ImportChoice,
  pathRows,
  planInput,
  unlistedTaken,
  whyNoStore,
  withKeys
} from './import-choice'

function session(key: string, more: Partial<ImportedSession> = {}): ImportedSession {
  const nothing = { startedAt: null, updatedAt: null, entries: 1, children: 0, checkpoints: 0, bytes: 1, unknown: 0 }
  return {
    ...{ key, agent: 'gestura', id: key, input: 0, title: key, workspace: '/home/mira/tide', state: 'ok', ...nothing },
    ...{ unreadable: 0, findings: [], findingCount: 0, secrets: {}, known: null, keptBefore: null },
    ...{ memory: { files: 0, bytes: 0 }, notKept: null, notPut: null, ...more }
  }
}

function inspection(...sessions: ImportedSession[]): Inspection {
  return {
    ...{ importId: 'i', name: 'a.zip', form: 'zip', bytes: 1, files: 1, inputs: [], refused: [], sessions },
    ...{ total: sessions.length, bundle: null, targets: [], unrecognised: { count: 0, names: [] }, notes: [] },
    paths: [
      { was: '/home/mira', here: '/Users/mira', what: 'home' },
      { was: '/home/mira/tide', here: '/Users/mira/tide', what: 'workspace' }
    ]
  }
}

function begun(found: Inspection): ImportChoice {
  const choice = firstChoice(found)
  if (choice === null) throw new Error('there is a session')
  return choice
}

describe('firstChoice', () => {
  it('F5 takes all sessions, into the library', () => {
    const choice = begun(inspection(session('a'), session('b')))
    expect([[...choice.keys], choice.where]).toEqual([['a', 'b'], 'library'])
    expect(firstChoice(inspection())).toBe(null)
  })

  it('F5 leaves out what cannot be kept, unless nothing can', () => {
    const stuck = session('b', { notKept: 'Because.' })
    expect([...begun(inspection(session('a'), stuck)).keys]).toEqual(['a'])
    expect([...begun(inspection(stuck)).keys]).toEqual(['b'])
  })
})

describe('withKeys', () => {
  it('F5 goes back to the library where the store cannot take what is chosen now', () => {
    const found = inspection(session('a'), session('b', { agent: 'tact' }))
    const one = withKeys(found, begun(found), new Set(['a']))
    expect(withKeys(found, { ...one, where: 'store' }, new Set(['a'])).where).toBe('store')
    expect(withKeys(found, { ...one, where: 'store' }, new Set(['a', 'b'])).where).toBe('library')
  })
})

describe('whyNoStore', () => {
  it('F5 says how many cannot be put there, and why one of them cannot', () => {
    expect(whyNoStore([session('a')])).toBe(null)
    expect(whyNoStore([])).toBe('No session is chosen.')
    expect(whyNoStore([session('a', { notPut: 'Because.' })])).toBe('Because.')
    expect(whyNoStore([session('a'), session('b', { notPut: 'Because.' })])).toBe(
      '1 of these cannot be put there, among them “b”: Because.'
    )
  })
})

describe('unlistedTaken', () => {
  it('F5 is all of them in the library alone, and where nothing that can be kept is left out by hand', () => {
    const found = { ...inspection(session('a'), session('b'), session('c', { notKept: 'Because.' })), total: 7 }
    const choice = begun(found)
    expect(unlistedTaken(found, choice)).toBe(4)
    expect(unlistedTaken(found, withKeys(found, choice, new Set(['a'])))).toBe(0)
    expect(unlistedTaken(found, { ...choice, where: 'store' })).toBe(0)
  })
})

describe('pathRows', () => {
  it('F5 follows a row that was changed by hand, also for the folders inside of it', () => {
    const found = inspection(session('a'), session('b', { workspace: null }))
    const choice = { ...begun(found), folders: { '/home/mira': '/srv/mira' } }
    expect(pathRows(found, choice).map(({ was, here }) => [was, here])).toEqual([
      ['/home/mira', '/srv/mira'],
      ['/home/mira/tide', '/srv/mira/tide'],
      ['', '']
    ])
  })
})

describe('planInput', () => {
  it('F5 waits for the folder of every session, and gives the table along', () => {
    const found = inspection(session('a'), session('b', { workspace: null }))
    const choice = begun(found)
    expect(planInput(found, choice)).toBe(null)
    expect(planInput(found, { ...choice, folders: { '': ' /srv/b ' } })).toEqual({
      ...{ importId: 'i', session: 'a', workspace: '/Users/mira/tide' },
      more: [{ session: 'b', workspace: '/srv/b' }],
      map: [
        { was: '/home/mira', here: '/Users/mira' },
        { was: '/home/mira/tide', here: '/Users/mira/tide' }
      ]
    })
  })
})
