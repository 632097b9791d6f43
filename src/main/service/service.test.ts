import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionRef } from '@shared/domain/session'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allPages } from '../cli/all-pages'
import { JotHome, textEntry } from './testing/jot-home'
import { jotService, type ServiceUnderTest } from './testing/jot-service'

let home: JotHome
let test: ServiceUnderTest
beforeEach(async () => {
  home = new JotHome()
  test = await jotService(home)
})
afterEach(async () => {
  await test.service.close()
  home.dispose()
})

async function scanned(): Promise<(id: string) => SessionRef> {
  await test.call('scan.run', {})
  const [source] = (await test.call('sources.list', {})).sources
  return (id) => ({ source: source?.id ?? '', id })
}

describe('createService', () => {
  it('keeps everything of its own for its owner alone', async () => {
    home.write('a', { sessions: [{ id: 'a' }] })
    await scanned()
    const own = (name: string) => statSync(join(home.own, name)).mode & 0o777
    expect([own('.'), own('logs'), own('scratch'), own('library.sqlite3')]).toEqual([0o700, 0o700, 0o700, 0o600])
  })

  it('clears the scratch of processes that are gone, and its own at the end', async () => {
    mkdirSync(join(home.own, 'scratch', '999999999'))
    writeFileSync(join(home.own, 'scratch', '999999999', 'copy'), 'x')
    const second = await jotService(home)
    expect(readdirSync(join(home.own, 'scratch'))).toEqual([String(process.pid)])
    await second.service.close()
  })

  it('leaves a library of a later version alone, works from memory and says so', async () => {
    home.write('a', { sessions: [{ id: 'a' }] })
    test.service.parts.library.writer.run('pragma user_version = 99')
    await test.service.close()
    const before = readFileSync(join(home.own, 'library.sqlite3'))
    test = await jotService(home)
    await scanned()
    expect((await test.call('sessions.page', { query: {}, offset: 0, limit: 1 })).total).toBe(1)
    expect((await test.call('app.info', {})).library).toMatchObject({ state: 'newer', schema: 99 })
    expect((await test.call('doctor', {})).checks).toContainEqual(
      expect.objectContaining({ name: 'library', state: 'problem' })
    )
    expect(readFileSync(join(home.own, 'library.sqlite3')).equals(before)).toBe(true)
  })

  it('sets a damaged library aside and lists everything again from the sources', async () => {
    home.write('a', { sessions: [{ id: 'a' }] })
    await scanned()
    await test.service.close()
    writeFileSync(join(home.own, 'library.sqlite3'), 'no database')
    test = await jotService(home)
    await scanned()
    expect((await test.call('app.info', {})).library.state).toBe('rebuilt')
    expect((await test.call('sessions.page', { query: {}, offset: 0, limit: 1 })).total).toBe(1)
    expect(readdirSync(home.own).some((name) => name.startsWith('library.sqlite3.damaged'))).toBe(true)
  })

  it('writes nothing that it learned with a key to disk', async () => {
    await test.service.close()
    test = await jotService(home, { keys: new Map([['pi', new Uint8Array(32)]]) })
    home.write('a', { sessions: [{ id: 'a', title: 'A sealed title' }] })
    await scanned()
    expect((await test.call('sessions.page', { query: {}, offset: 0, limit: 1 })).rows[0]?.title).toBe('A sealed title')
    for (const name of readdirSync(home.own, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile()
    )) {
      expect(readFileSync(join(name.parentPath, name.name)).includes('A sealed title')).toBe(false)
    }
  })

  it('says whether it was ever scanned', async () => {
    expect(await test.call('app.info', {})).toMatchObject({ scanning: false, everScanned: false, home: home.own })
    await scanned()
    expect(await test.call('app.info', {})).toMatchObject({ everScanned: true })
  })
})

describe('sessions.get', () => {
  it('gives a session with its findings, parent, children and place on disk', async () => {
    home.write('a', { sessions: [{ id: 'a', title: 'Parent' }], entries: [textEntry('e', 'x')] })
    home.write('b', { sessions: [{ id: 'b', parent: 'a', parentKind: 'subagent' }] })
    const ref = await scanned()
    expect(await test.call('sessions.get', { session: ref('a') })).toMatchObject({
      session: { id: 'a', title: 'Parent', agent: 'pi' },
      children: [{ id: 'b' }],
      parent: null,
      accounting: null,
      path: join(home.root, 'a.json'),
      lastRead: null
    })
    expect(await test.call('sessions.get', { session: ref('b') })).toMatchObject({ parent: { id: 'a' } })
  })

  it('gives one that is gone with what remains of it', async () => {
    home.write('p', { checkpoints: [{ id: 'p', sessionId: 'a', title: 'Was here' }] })
    const ref = await scanned()
    expect(await test.call('sessions.get', { session: ref('a') })).toMatchObject({
      session: { state: 'gone', title: 'Was here' },
      findings: [{ code: 'session.gone' }],
      path: null
    })
  })

  it('gives one that came after the last scan', async () => {
    const ref = await scanned()
    home.write('new', { sessions: [{ id: 'new', title: 'Just made' }] })
    expect(await test.call('sessions.get', { session: ref('new') })).toMatchObject({ session: { title: 'Just made' } })
  })

  it('does not know one that is nowhere', async () => {
    const ref = await scanned()
    await expect(test.call('sessions.get', { session: ref('nowhere') })).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
    await expect(test.call('sessions.get', { session: { source: 'x', id: 'y' } })).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
  })
})

describe('transcript', () => {
  const entries = [
    textEntry('p', 'prompt'),
    textEntry('a', 'long '.repeat(50_000), 'assistant'),
    textEntry('q', 'again')
  ]

  it('gives pages, the rest of a cut text, raw records, images and the outline', async () => {
    home.write('a', { sessions: [{ id: 'a' }], entries })
    const session = (await scanned())('a')
    const page = await test.call('transcript.page', { session, from: 'end', direction: 'backward', limit: 2 })
    expect(page.entries.map((entry) => [entry.id, entry.clipped?.[0]?.bytes])).toEqual([
      ['a', 250_000],
      ['q', undefined]
    ])
    const rest = await test.call('transcript.text', {
      session,
      entry: 'a',
      field: 'text',
      offset: page.entries[0]?.text.length ?? 0
    })
    expect((page.entries[0]?.text ?? '') + rest.text === entries[1]?.text).toBe(true)
    expect(JSON.parse((await test.call('transcript.raw', { session, entry: 'p' })).text)).toEqual(entries[0])
    expect(await test.call('transcript.image', { session, entry: 'p', index: 0 })).toEqual({
      mediaType: 'image/png',
      base64: 'AQID',
      next: null
    })
    expect(await test.call('transcript.outline', { session, offset: 1 })).toMatchObject({
      total: 2,
      items: [{ entry: 'q' }]
    })
    await expect(test.call('transcript.raw', { session, entry: 'none' })).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
  })

  it('opens a session once for many requests, and again when it changed', async () => {
    home.write('a', { entries })
    const session = (await scanned())('a')
    const first = () => test.call('transcript.page', { session, from: 'start', direction: 'forward', limit: 1 })
    await first()
    await first()
    expect(home.opens()).toEqual(['open a'])
    home.write('a', { entries: [textEntry('other', 'other')] })
    expect((await first()).entries[0]?.id).toBe('other')
    expect(home.opens()).toEqual(['open a', 'close a', 'open a'])
  })

  it('counts a whole session once asked to, shows the counts in the list, and forgets them when it changed', async () => {
    home.write('a', { sessions: [{ id: 'a' }], entries })
    const session = (await scanned())('a')
    const row = async () => (await test.call('sessions.page', { query: {}, offset: 0, limit: 1 })).rows[0]
    expect(await row()).toMatchObject({ entries: null, findings: null })
    expect(await test.call('transcript.account', { session })).toMatchObject({
      entries: 3,
      accounting: { read: 3, shown: 3 }
    })
    expect(await row()).toMatchObject({ entries: 3, findings: 1 })
    expect(await test.call('sessions.get', { session })).toMatchObject({
      accounting: { read: 3 },
      findings: [{ code: 'jot.counted' }]
    })
    await scanned()
    expect(await row()).toMatchObject({ entries: 3 })
    home.write('a', { sessions: [{ id: 'a' }], entries: [] })
    await scanned()
    expect(await row()).toMatchObject({ entries: null })
    expect((await test.call('sessions.get', { session })).accounting).toBe(null)
  })

  it('remembers where the person read, also after a restart', async () => {
    home.write('a', { sessions: [{ id: 'a' }], entries })
    const session = (await scanned())('a')
    await test.call('transcript.remember', { session, cursor: '2' })
    await test.service.close()
    test = await jotService(home)
    expect((await test.call('sessions.get', { session })).lastRead).toBe('2')
    await test.call('transcript.remember', { session, cursor: null })
    expect((await test.call('sessions.get', { session })).lastRead).toBe(null)
  })
})

describe('prompts.recent', () => {
  it('gives the newest first, with repeats, of all or of one workspace', async () => {
    home.write('a', {
      sessions: [
        {
          id: 'a',
          workspace: '/w',
          prompts: [
            { at: 1, text: 'one' },
            { at: 3, text: 'again' }
          ]
        }
      ]
    })
    home.write('b', { sessions: [{ id: 'b', workspace: '/v', prompts: [{ at: 2, text: ' again ' }] }] })
    const ref = await scanned()
    const texts = async (input: { workspace?: string; limit?: number }) =>
      (await test.call('prompts.recent', input)).prompts.map((prompt) => prompt.text)
    expect(await texts({})).toEqual(['again', ' again ', 'one'])
    expect(await texts({ limit: 2 })).toEqual(['again', ' again '])
    expect(await texts({ workspace: '/w' })).toEqual(['again', 'one'])
    expect((await test.call('prompts.recent', { limit: 1 })).prompts[0]).toMatchObject({
      session: ref('a'),
      agent: 'pi',
      at: 3
    })
  })
})

describe('lists that one answer does not hold', () => {
  it('come in pages: 20,000 findings and 5,000 checkpoints, each once and in order', async () => {
    const findings = Array.from({ length: 20_000 }, (_, index) => ({
      code: 'jot.odd',
      severity: 'notice' as const,
      what: `Record ${index} is odd.`,
      where: `a.json, record ${index}, where something longer is told of the place that was looked at`
    }))
    const checkpoints = Array.from({ length: 5000 }, (_, index) => ({
      ...{ id: `point-${index}`, label: 'x'.repeat(200), restorable: true }
    }))
    home.write('a', { sessions: [{ id: 'a' }], findings, checkpoints })
    const session = (await scanned())('a')
    const first = await test.call('findings.list', { session })
    expect(first.total).toBe(20_000)
    expect(first.findings.length).toBe(first.next)
    expect((await allPages(test, 'findings.list', { session })).findings).toEqual(findings)
    const points = await test.call('checkpoints.list', { session })
    expect([points.total, points.next]).toEqual([5000, points.checkpoints.length])
    const all = (await allPages(test, 'checkpoints.list', { session })).checkpoints
    // Counted over all pages, not over one.
    expect(points.restorable).toBe(all.filter(({ restorable }) => restorable).length)
    expect(points.restorable).toBeGreaterThan(points.checkpoints.length)
    const ids = all.map(({ id }) => id)
    expect(ids).toEqual(checkpoints.map(({ id }) => id))
    expect(await test.call('checkpoints.list', { session, offset: 5000 })).toEqual({
      checkpoints: [],
      restorable: points.restorable,
      total: 5000,
      next: null
    })
  })
})

describe('config.show', () => {
  it('never gives a secret, for a session and for a source', async () => {
    home.write('a', { sessions: [{ id: 'a' }] })
    const session = (await scanned())('a')
    for (const input of [{ session }, { source: session.source }]) {
      const answer = await test.call('config.show', input)
      expect(answer.documents[0]?.entries).toContainEqual({ key: 'name', value: 'jots' })
      expect(JSON.stringify(answer)).not.toContain('sk-aaaabbbb')
    }
  })
})

describe('settings.set', () => {
  it('changes what is named, tells the window, and looks into new places', async () => {
    const other = join(home.home, 'other')
    mkdirSync(other)
    await test.call('settings.set', { theme: 'dark' })
    await test.call('settings.set', { roots: [{ agent: 'pi', path: other }] })
    expect(await test.call('settings.get', {})).toMatchObject({ theme: 'dark', roots: [{ path: other }] })
    expect(test.events.filter((event) => event.name === 'settings.changed')).toHaveLength(2)
    await test.call('scan.run', {})
    expect((await test.call('sources.list', {})).sources.map((source) => source.root)).toContain(other)
  })

  it('refuses a place that is not a whole path', async () => {
    const change = test.call('settings.set', { roots: [{ agent: 'pi', path: 'somewhere' }] })
    await expect(change).rejects.toMatchObject({ failure: { code: 'refused' } })
  })
})

describe('a session that cannot be read', () => {
  it('is given with what its adapter found and where it lies', async () => {
    home.write('a', { sessions: [{ id: 'a', state: 'unreadable' }], trouble: 'unreadable' })
    const session = (await scanned())('a')
    const findings = [{ code: 'jot.unreadable', severity: 'problem', what: 'It cannot be read.' }]
    expect(await test.call('sessions.get', { session })).toMatchObject({ findings, path: join(home.root, 'a.json') })
    expect(await test.call('findings.list', { session })).toMatchObject({ findings })
    const page = test.call('transcript.page', { session, from: 'end', direction: 'backward' })
    await expect(page).rejects.toMatchObject({ failure: { code: 'session.unreadable' } })
  })
})
