import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { diskGateway } from '../restore/gateway'
import { watchedGateway } from '../restore/testing/watched-gateway'
import { type KeptSession, KeptSessions } from './kept-sessions'

let folder: string
let opened: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-kept-'))
  opened = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const gateway = () =>
  watchedGateway(diskGateway, async (call, run) => {
    if (call.name === 'openToRead') opened.push(call.path)
    return run()
  })

const manifest = (id: string, madeAt: number): KeptSession => ({
  format: 1,
  id,
  session: { source: 's', id },
  source: { id: 's', agent: 'pi', root: '/h/.pi', origin: 'default' },
  title: id,
  ...{ workspace: null, entries: 3, agentVersion: null, layout: null, label: null, fingerprint: null },
  ...{ madeAt, by: 'person', parts: [] }
})

describe('KeptSessions', () => {
  it('reads a manifest once, and again when it was written, damaged or is new', async () => {
    // What was written last is old enough that another write would look other.
    const sessions = new KeptSessions(gateway(), folder, () => Date.now() + 2000)
    const ids = [1, 2, 3].map((each) => `kept-${each}-0000000${each}`)
    for (const [index, id] of ids.entries()) await sessions.save(manifest(id, index))
    const listed = async () => (await sessions.all()).kept.map(({ id, label }) => [id, label])
    const before = await listed()
    expect(before.map(([id]) => id)).toEqual(ids.toReversed())
    opened = []
    expect(await listed()).toEqual(before)
    expect(opened).toEqual([])
    await sessions.save({ ...manifest(ids[0] ?? '', 0), label: 'mine' })
    opened = []
    expect(await listed()).toEqual([
      [ids[2], null],
      [ids[1], null],
      [ids[0], 'mine']
    ])
    expect(opened).toEqual([join(folder, 'kept', `${ids[0]}.json`)])
    await sessions.remove(ids[1] ?? '')
    writeFileSync(join(folder, 'kept', `${ids[2]}.json`), '{}')
    expect(await sessions.all()).toMatchObject({ kept: [{ id: ids[0] }], damaged: [ids[2]] })
  })

  it('does not trust a look at what was written just now', async () => {
    const written = Date.now()
    const sessions = new KeptSessions(gateway(), folder, () => written)
    const id = 'kept-1-00000001'
    await sessions.save(manifest(id, 1))
    await sessions.all()
    opened = []
    await sessions.all()
    expect(opened).toHaveLength(1)
    // Also where the time of its last change was set back.
    utimesSync(join(folder, 'kept', `${id}.json`), 1, 1)
    await sessions.all()
    expect(opened).toHaveLength(2)
  })
})
