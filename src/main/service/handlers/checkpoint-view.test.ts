import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InputOf, OperationName, OutputOf } from '@shared/ipc/contract'
import type { Envelope } from '@shared/ipc/envelope'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixtureHome } from '../agents/gestura/testing/fixture-home'
import { adapters } from '../agents/registry'
import { inlineReaders } from '../readers/inline-readers'
import { pictureOf } from '../restore/testing/test-home'
import { createService, type Service } from '../service'

const twoTurns = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const afterFirst = 'f4306909-c8f2-4e45-abfa-993354203996'

describe('a session as a checkpoint holds it, through the service', () => {
  let service: Service
  let own: string
  let home: string
  let source: string

  beforeEach(async () => {
    home = fixtureHome('gestura')
    own = mkdtempSync(join(tmpdir(), 'reprise-view-'))
    const look = { home, env: {}, platform: process.platform, cwd: home, flags: [] }
    service = await createService({ home: own, adapters, look, readers: inlineReaders })
    await call('scan.run', {})
    source = (await call('sources.list', {})).sources[0]?.id ?? ''
  })
  afterEach(async () => {
    await service.close()
    rmSync(own, { recursive: true, force: true })
  })

  async function ask<N extends OperationName>(name: N, input: InputOf<N>): Promise<Envelope<OutputOf<N>>> {
    const context = { traceId: 't', signal: new AbortController().signal, progress: () => undefined }
    return (await service.dispatch(name, input, context)) as Envelope<OutputOf<N>>
  }
  async function call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
    const envelope = await ask(name, input)
    if (!envelope.ok) throw new Error(envelope.error.message)
    return envelope.value
  }

  it('has its own pages, outline, raw records, tasks and counts, and leaves those of the session alone', async () => {
    const before = pictureOf(join(home, '.gestura'))
    const live = { source, id: twoTurns }
    const view = { ...live, checkpoint: afterFirst }
    const page = (session: typeof live) => call('transcript.page', { session, from: 'start', direction: 'forward' })
    const { entries } = await page(view)
    const all = await page(live)
    expect(entries.length).toBeLessThan(all.entries.length)
    expect(all.entries.slice(0, entries.length)).toEqual(entries)
    expect((await call('transcript.outline', { session: view })).total).toBe(1)
    const first = entries[0]?.id ?? ''
    expect((await call('transcript.raw', { session: view, entry: first })).text).toContain('"role": "user"')
    const held = await call('transcript.holding', { session: view, entries: [first], words: 'celsius' })
    expect(held.entries.every((id) => id === first)).toBe(true)
    const { lists } = await call('tasks.list', { session: view })
    expect(lists.map(({ place, tasks }) => [place, tasks.length])).toEqual([['in the checkpoint', 5]])
    const { accounting } = await call('transcript.account', { session: view })
    expect(accounting.read).toBe(accounting.shown + accounting.raw + accounting.unreadable)
    expect((await call('sessions.get', { session: live })).accounting).toBeNull()
    const counted = await call('transcript.account', { session: live })
    expect(counted.accounting.read).toBeGreaterThan(accounting.read)
    expect(pictureOf(join(home, '.gestura'))).toEqual(before)
  })

  it('says why there is none: a checkpoint that is not there, and an agent whose checkpoints hold no session', async () => {
    const view = { source, id: twoTurns, checkpoint: 'none' }
    const answer = await ask('transcript.page', { session: view, from: 'start', direction: 'forward' })
    expect(answer).toMatchObject({ ok: false, error: { code: 'not.found' } })
  })

  it('offers only what can be planned and opened', async () => {
    const { changes, opensCheckpoints } = await call('sources.list', {})
    expect(changes.gestura).toContain('create-checkpoint')
    expect(changes.gestura).not.toContain('restore-kept')
    expect(opensCheckpoints).toContain('gestura')
    for (const { agent, openCheckpoint } of adapters) {
      expect([agent, opensCheckpoints.includes(agent)]).toEqual([agent, openCheckpoint !== undefined])
    }
  })
})
