import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Progress } from '@shared/ipc/operation-kinds'
import { describe, expect, it } from 'vitest'
import type { HomeService } from '../testing/home-service'
import { Imports } from './imports'
import { keepSeveral } from './keep-several'
import { closedHomes } from './testing/closed-homes'
import { gesturaFiles, inspectAll } from './testing/several-files'
import { fixtures } from './testing/two-homes'

const { elsewhere } = closedHomes()

const scratchOf = (place: HomeService) =>
  readdirSync(join(place.own, 'scratch', String(process.pid))).filter((name) => /^import/.test(name))

describe('several files that are handed over together', () => {
  it('F5 are looked into together; each session names its file, and one that is refused stops no other', async () => {
    const { place } = await elsewhere('.gestura/agent_sessions')
    const [first = '', second = ''] = gesturaFiles(place, 2)
    const words = place.put('mail/words.txt', 'just words')
    const bad = place.put('mail/bad.zip', 'PK\x03\x04 and no more')
    const found = await inspectAll(place, [first, words, second, bad, join(place.home, 'mail', 'nowhere')])
    expect([found.form, found.name, found.total]).toEqual(['several', '5 files', 2])
    expect(found.sessions.map(({ input }) => found.inputs[input]?.name)).toEqual(['0.json', '1.json'])
    expect(new Set(found.sessions.map(({ key }) => key)).size).toBe(2)
    expect(found.refused.map(({ name, message }) => [name, message])).toEqual([
      ['words.txt', 'Nothing in words.txt is a session of an agent that Reprise reads.'],
      ['bad.zip', 'The archive is damaged, or is no zip file that can be read.'],
      ['nowhere', expect.stringContaining('There is nothing at')]
    ])
    expect(scratchOf(place)).toHaveLength(2)
    await place.call('import.close', { importId: found.importId })
    expect(scratchOf(place)).toEqual([])
  })

  it('are refused together where none can be taken, with the reason of each, and nothing is left', async () => {
    const { place } = await elsewhere()
    const paths = [place.put('mail/a.txt', 'words'), place.put('mail/b.txt', 'more words')]
    await expect(inspectAll(place, paths)).rejects.toMatchObject({
      failure: { code: 'refused', data: { refused: [{ name: 'a.txt' }, { name: 'b.txt' }] } }
    })
    expect(scratchOf(place)).toEqual([])
  })

  it('count once: a path that is named twice, and the log that lies beside a database', async () => {
    const { place } = await elsewhere('.tact/sessions')
    mkdirSync(join(place.home, 'mail'))
    const database = join(place.home, 'mail', 'v2.sqlite3')
    cpSync(join(fixtures, 'core', 'tact', '.tact', 'sessions', 'v2.sqlite3'), database)
    writeFileSync(`${database}-wal`, '')
    const found = await inspectAll(place, [database, `${database}-wal`, database])
    expect([found.inputs.length, found.refused, found.form]).toEqual([1, [], 'file'])
  })

  it('are too many at once beyond 500, which is said before one is opened', async () => {
    const { place } = await elsewhere()
    const paths = Array.from({ length: 501 }, (_, index) => join(place.home, `${index}.json`))
    await expect(inspectAll(place, paths)).rejects.toMatchObject({
      failure: { code: 'refused', message: 'These are 501 files and folders; at most 500 are looked at together.' }
    })
  })
})

describe('import.keep', () => {
  it('F5 keeps what was chosen, and lists it at once under Imported, with where it came from and when', async () => {
    const { place } = await elsewhere('.gestura/agent_sessions')
    const found = await inspectAll(place, gesturaFiles(place, 3))
    const chosen = found.sessions.slice(1)
    const before = await place.call('sessions.facets', {})
    place.now += 60_000
    const { kept, notKept } = await place.call('import.keep', {
      importId: found.importId,
      sessions: chosen.map(({ key }) => key)
    })
    expect([kept.length, notKept]).toEqual([2, []])
    const rows = await place.list({ imported: true })
    expect(rows.map(({ id, imported }) => [id, imported]).sort()).toEqual(
      chosen.map(({ id, input }) => [id, { at: place.now, from: `Imported from ${input}.json` }]).sort()
    )
    // Nothing of gestura's is gone because of it, and they stand among all others.
    const after = await place.call('sessions.facets', {})
    expect([before.imported, after.imported, after.gone - before.gone, after.all - before.all]).toEqual([0, 2, 0, 2])
    expect(await place.list({ gone: true })).toEqual([])
    expect(readdirSync(join(place.home, '.gestura', 'agent_sessions'))).toEqual([])
  })

  it('F5 makes no second copy of the same content, says of when the first one is, and makes one when asked', async () => {
    const { place } = await elsewhere('.gestura/agent_sessions')
    const paths = gesturaFiles(place, 1)
    const first = await inspectAll(place, paths)
    expect(first.sessions[0]?.keptBefore).toBe(null)
    const at = place.now
    const { kept } = await place.call('import.keep', { importId: first.importId })
    place.now += 86_400_000
    const second = await inspectAll(place, paths)
    const copy = { checkpoint: kept[0]?.checkpoint, at }
    expect(second.sessions[0]?.keptBefore).toEqual(copy)
    const again = await place.call('import.keep', { importId: second.importId })
    expect([again.kept, again.already.map(({ checkpoint, at: made }) => ({ checkpoint, at: made }))]).toEqual([
      [],
      [copy]
    ])
    expect(readdirSync(join(place.own, 'vault', 'kept'))).toHaveLength(1)
    const asked = await place.call('import.keep', { importId: second.importId, again: true })
    expect([asked.kept.length, asked.already]).toEqual([1, []])
    expect(readdirSync(join(place.own, 'vault', 'kept'))).toHaveLength(2)
  })

  it('F5 keeps another content of a session beside the first', async () => {
    const { place } = await elsewhere('.gestura/agent_sessions')
    const [path = ''] = gesturaFiles(place, 1)
    const first = await inspectAll(place, [path])
    await place.call('import.keep', { importId: first.importId })
    const changed = place.put('mail/changed.json', `${readFileSync(path, 'utf8')}\n`)
    const second = await inspectAll(place, [changed])
    expect(second.sessions[0]?.keptBefore).toBe(null)
    const { kept, already } = await place.call('import.keep', { importId: second.importId })
    expect([kept.length, already]).toEqual([1, []])
  })
})

describe('keepSeveral', () => {
  it('ends when it is cancelled, says how far it is, and leaves those that are kept already, listed', async () => {
    const { place } = await elsewhere('.gestura/agent_sessions')
    const { parts } = place.service
    const imports = new Imports(parts)
    const cancel = new AbortController()
    const said: string[] = []
    const context = {
      traceId: 'test',
      signal: cancel.signal,
      progress: ({ doing, done, total }: Progress) => {
        said.push(`${doing} ${done} of ${total}`)
        if (doing === 'Keeping sessions' && done === 2) cancel.abort()
      }
    }
    const [path = '', ...more] = gesturaFiles(place, 3)
    const { importId } = await imports.inspect(path, more, null, context)
    const wish = { sessions: null, label: null, again: false }
    await expect(keepSeveral(parts, imports.get(importId), wish, context)).rejects.toThrow()
    expect(said.filter((words) => words.startsWith('Keeping'))).toEqual([
      'Keeping sessions 0 of 3',
      'Keeping sessions 1 of 3',
      'Keeping sessions 2 of 3'
    ])
    expect(said).toContain('Reading the file (3 of 3) 0 of 1')
    expect(await place.list({ imported: true })).toHaveLength(2)
    await imports.close(importId)
  })
})
