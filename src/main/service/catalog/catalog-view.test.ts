import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedSession } from '../agents/adapter'
import { JotHome } from '../testing/jot-home'
import { jotService, type ServiceUnderTest } from '../testing/jot-service'

let home: JotHome
let test: ServiceUnderTest

const sessions: (Partial<ListedSession> & { id: string })[] = [
  {
    id: 'a',
    title: 'Fix the Straße parser',
    workspace: '/w/one',
    updatedAt: 30,
    startedAt: 3,
    entries: 5,
    findings: 1,
    resumable: true
  },
  {
    id: 'b',
    title: 'Ünïcode',
    workspace: '/w/two',
    updatedAt: 20,
    startedAt: 9,
    entries: 50,
    findings: 0,
    promptText: 'Find the ΟΔΟΣ',
    resumable: false
  },
  { id: 'c', title: 'no times', workspace: null },
  {
    id: 'd',
    title: 'child',
    workspace: '/w/one',
    updatedAt: 40,
    parent: 'a',
    parentKind: 'subagent',
    entries: 1,
    findings: 0
  },
  {
    id: 'e',
    title: 'fork',
    workspace: '/w/one',
    updatedAt: 10,
    parent: 'a',
    parentKind: 'fork',
    entries: 1,
    findings: 0
  }
]

beforeAll(async () => {
  home = new JotHome()
  test = await jotService(home)
  home.write('all', { sessions, checkpoints: [{ id: 'p', sessionId: 'b', restorable: true }] })
  await test.call('scan.run', {})
})
afterAll(async () => {
  await test.service.close()
  home.dispose()
})

const ids = async (query: object, offset = 0, limit = 100) =>
  (await test.call('sessions.page', { query, offset, limit })).rows.map((row) => row.id).join('')

describe('CatalogView', () => {
  it('lists the last used first, what has no time last, and children only on request', async () => {
    expect(await ids({})).toBe('abec')
    expect(await ids({ children: true })).toBe('dabec')
    expect(await ids({ descending: false })).toBe('ebac')
  })

  it('sorts by every column with what has no value last', async () => {
    expect(await ids({ sort: 'started' })).toBe('baec')
    expect(await ids({ sort: 'entries' })).toBe('baec')
    expect(await ids({ sort: 'entries', descending: false })).toBe('eabc')
    expect(await ids({ sort: 'title', descending: false })).toBe('aecb')
    expect(await ids({ sort: 'workspace', descending: false })).toBe('aebc')
  })

  it('filters by workspace, agent, source, resumable and restorable', async () => {
    expect(await ids({ workspace: '/w/one' })).toBe('ae')
    expect(await ids({ agent: 'pi' })).toBe('abec')
    expect(await ids({ agent: 'tact' })).toBe('')
    expect(await ids({ source: 'pi-00000000' })).toBe('')
    expect(await ids({ resumable: true })).toBe('a')
    expect(await ids({ restorable: true })).toBe('b')
  })

  it.each([
    ['every word, in any order', 'parser fix', 'a'],
    ['words of different fields', 'fix one pi', 'a'],
    ['prompts', 'οδος', 'b'],
    ['case of all scripts', 'STRASSE', 'a'],
    ['the workspace', '/w/TWO', 'b'],
    ['nothing where one word is missing', 'parser nowhere', ''],
    ['no wildcards', '%', '']
  ])('the text filter finds %s', async (_what, text, found) => {
    expect(await ids({ text })).toBe(found)
  })

  it('pages without a gap and says how many there are', async () => {
    expect((await ids({}, 0, 2)) + (await ids({}, 2, 2))).toBe('abec')
    expect((await test.call('sessions.page', { query: {}, offset: 3, limit: 5 })).total).toBe(4)
    expect(await ids({}, 100, 5)).toBe('')
  })

  it('says where a session is in a list', async () => {
    const [source] = (await test.call('sources.list', {})).sources
    const where = async (id: string, query: object) =>
      (await test.call('sessions.locate', { query, session: { source: source?.id ?? '', id } })).index
    expect(await where('e', {})).toBe(2)
    expect(await where('d', {})).toBe(null)
    expect(await where('d', { children: true })).toBe(0)
  })

  it('counts for the sidebar', async () => {
    expect(await test.call('sessions.facets', {})).toEqual({
      all: 4,
      ...{ leaving: 0, gone: 0, imported: 0 },
      restorable: 1,
      withFindings: 1,
      agents: [{ agent: 'pi', sessions: 4 }],
      workspaces: [
        { path: '/w/one', sessions: 2 },
        { path: '/w/two', sessions: 1 }
      ]
    })
  })

  it('is not complete while a session has not been counted', async () => {
    expect((await test.call('sessions.page', { query: {}, offset: 0, limit: 1 })).complete).toBe(false)
    expect((await test.call('sessions.page', { query: { workspace: '/w/one' }, offset: 0, limit: 1 })).complete).toBe(
      true
    )
  })
})
