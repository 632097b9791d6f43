import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fromPlain, type JsonNumber, type JsonObject } from '../../../json/json-value'
import { parseLossless } from '../../../json/parse-lossless'
import { diskGateway } from '../../../restore/gateway'
import { watchedGateway } from '../../../restore/testing/watched-gateway'
import { snapshotDigest } from '../digest'
import { loadFragment } from '../store/load-session'
import { sealedKey, temporaryFolder } from '../test-fixtures'
import { snapshotOfSession } from './defaults-snapshot'
import { withMember } from './document-edits'
import { FileBackend } from './file-backend'
import {
  capabilitiesOf,
  crateSession,
  crateSnapshot,
  loopFields,
  outcomeRows,
  renamed
} from './testing/crate-generations'
import { plainly, unwrap } from './testing/made-store'

async function fileBackend(root = temporaryFolder(), key: Uint8Array | null = null): Promise<FileBackend> {
  return unwrap(await FileBackend.open(root, 'strict', { ...plainly, key }))
}

describe('FileBackend', () => {
  it('a3s-22 is not healthy when its folder is missing, and leaves nothing of the check behind', async () => {
    const root = temporaryFolder()
    const store = await fileBackend(root)
    expect((await store.health()).ok).toBe(true)
    expect(readdirSync(root)).toEqual(['v1'])
    rmSync(root, { recursive: true })
    expect(await store.health()).toMatchObject({ ok: false, kind: 'io', error: expect.stringContaining('ENOENT') })
    expect(existsSync(root)).toBe(false)
  })

  it('a3s-22 is not healthy when its folder may not be written', async () => {
    const root = temporaryFolder()
    const gateway = watchedGateway(diskGateway, (call, run) => {
      if (call.name === 'create') throw Object.assign(new Error('read-only'), { code: 'EROFS' })
      return run()
    })
    const store = unwrap(await FileBackend.open(root, 'strict', { ...plainly, gateway }))
    expect(await store.health()).toMatchObject({ ok: false, kind: 'io', error: expect.stringContaining('EROFS') })
    expect(readdirSync(root)).toEqual(['v1'])
  })

  it('a3s-29 a3s-42 says what the crate’s store of files says, and that it is sealed when it has a key', async () => {
    const [row] = outcomeRows({ case: 'sealed: capabilities with a key' })
    expect(capabilitiesOf(await fileBackend(temporaryFolder(), sealedKey))).toEqual(row?.result)
    expect(capabilitiesOf(await fileBackend())).toEqual({ ...row?.result, encrypted_at_rest: false })
  })

  it('a3s-30 answers the crate’s watch row: own handle, commit time, nothing elsewhere, the seventh after seventy', async () => {
    const root = temporaryFolder()
    const [store, other] = [await fileBackend(root), await fileBackend(root)]
    const [here, there] = [unwrap(store.watch()), unwrap(other.watch())]
    for (let number = 1; number <= 70; number++)
      await store.saveSnapshot(renamed(crateSnapshot('just-started'), `${number}`))
    expect(there.poll()).toBeNull()
    expect(here.poll()).toEqual({ type: 'missed', count: 6 })
    const seventh = here.poll()
    expect(seventh).toMatchObject({
      event: { snapshotDigest: snapshotDigest(renamed(crateSnapshot('just-started'), '7')) }
    })
    store.close()
    let last = await here.next()
    for (let heard = last; heard.type !== 'closed'; heard = await here.next()) last = heard
    const log = parseLossless(lastLine(root)) as JsonObject
    expect(last).toMatchObject({
      event: {
        committedAtMs: BigInt((log.get('recordedAtMs') as JsonNumber).text),
        snapshotDigest: log.get('snapshotDigest')
      }
    })
  })

  it('a3s-23 keeps checkpoints when their session is deleted, private to the owner', async () => {
    const root = temporaryFolder()
    const store = await fileBackend(root)
    await store.saveSnapshot(snapshotOfSession(withMember(crateSession('just-started'), 'id', 's')))
    const loop = fromPlain({ ...loopFields, run_id: 'run-1' }) as JsonObject
    await store.saveCheckpoint('loop_checkpoints', 'run-1', loop)
    await store.delete('s')
    expect(unwrap(await store.loadLoopCheckpoint('run-1'))).not.toBeNull()
    if (process.platform === 'win32') return
    expect(statSync(join(root, 'v1/loop_checkpoints')).mode & 0o777).toBe(0o700)
  })
})

function lastLine(root: string): string {
  return readFileSync(join(root, 'v1/wal/session-store.ndjson'), 'utf8').trimEnd().split('\n').at(-1) as string
}

describe('loadFragment', () => {
  it('a3s-4 reads with the plain functions what the store of files wrote', async () => {
    const root = temporaryFolder()
    const store = await fileBackend(root)
    const traces = crateSnapshot().get('trace_events') ?? []
    await store.saveFragment('traces', 'a/b', traces)
    expect(loadFragment(root, 'traces', 'a/b', null)).toEqual({ ok: true, value: traces })
  })
})
