import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writePretty } from '../../../json/write-json'
import { ChangedMeanwhile } from '../../../restore/exchange'
import { sha256Of } from '../../../restore/file-facts'
import { diskGateway } from '../../../restore/gateway'
import type { NativeAccess } from '../../../restore/native-store'
import { pictureOf } from '../../../restore/testing/test-home'
import { snapshotDigest } from '../digest'
import { sessionFile, sessionsFolder } from '../store/layout'
import { readWriterLease } from '../store/lease'
import { readWal } from '../store/wal'
import { sealedKey, temporaryFolder } from '../test-fixtures'
import { native } from './native-store'
import { failureOf } from './testing/made-engine'
import { logOf, openStore, sampleSnapshot, sessionOf, unwrap } from './testing/made-store'
import { ownHolder } from './writer-lease'

const bytesOf = (name: string) => Buffer.from(writePretty(sampleSnapshot('s', name)))
const target = { session: 's' }

async function place(first: string | null = 'first', key: Buffer | null = null) {
  const root = temporaryFolder()
  const store = await openStore(root)
  if (first !== null) unwrap(await store.saveSnapshot(sampleSnapshot('s', first)))
  const access: NativeAccess = {
    gateway: diskGateway,
    source: { id: 'a3s-test', agent: 'a3s', root, origin: 'flag' },
    key,
    scratch: root,
    signal: new AbortController().signal,
    now: () => 1_789_205_460_100
  }
  const path = sessionFile(root, 's')
  const exchange = (expected: Uint8Array | null, content: Uint8Array | null) =>
    native.exchange(target, expected === null ? null : sha256Of(expected), content, access)
  return { root, store, access, path, exchange, read: () => native.read(target, access) }
}

describe('native.read', () => {
  it('gives the bytes as they lie there, null when there are none, and makes nothing', async () => {
    const { root, read, path } = await place()
    const before = pictureOf(root)
    expect(await read()).toEqual(readFileSync(path))
    expect(await read()).toEqual(bytesOf('first'))
    expect(pictureOf(root)).toEqual(before)
    const empty = await place(null)
    expect(await empty.read()).toBeNull()
    expect(existsSync(sessionsFolder(empty.root))).toBe(false)
  })

  it('a3s-12 refuses a folder of sessions that leads out of the store', async () => {
    const { root, read, exchange } = await place(null)
    const outside = temporaryFolder()
    symlinkSync(outside, sessionsFolder(root))
    expect((await failureOf(read())).code).toBe('refused')
    expect((await failureOf(exchange(null, bytesOf('x')))).code).toBe('refused')
    expect(readdirSync(outside)).toEqual([])
  })
})

describe('native.exchange', () => {
  it('a3s-36 puts a generation in place with two log lines of its digest and of the time that it is given', async () => {
    const { root, exchange, read } = await place()
    await exchange(bytesOf('first'), bytesOf('second'))
    expect(await read()).toEqual(bytesOf('second'))
    const entries = unwrap(readWal(root)).entries.slice(-2)
    const digest = snapshotDigest(sampleSnapshot('s', 'second'))
    expect(entries).toMatchObject([
      { sequence: 2n, phase: 'intent', snapshotDigest: digest, recordedAtMs: 1_789_205_460_100n },
      { sequence: 2n, phase: 'committed', snapshotDigest: digest, recordedAtMs: 1_789_205_460_101n }
    ])
  })

  it('a3s-34 changes nothing when the state is another one than expected, there or not there', async () => {
    const { root, exchange } = await place()
    const before = pictureOf(root)
    for (const [expected, content] of [
      [bytesOf('other'), bytesOf('second')],
      [bytesOf('other'), null],
      [null, bytesOf('second')]
    ] as const) {
      await expect(exchange(expected, content)).rejects.toBeInstanceOf(ChangedMeanwhile)
    }
    expect(pictureOf(root)).toEqual(before)
    const gone = await place(null)
    await expect(gone.exchange(bytesOf('first'), bytesOf('second'))).rejects.toBeInstanceOf(ChangedMeanwhile)
    expect(existsSync(gone.path)).toBe(false)
  })

  it.skipIf(process.platform === 'win32')(
    'keeps the rights of the file, and makes a new one for the owner alone',
    async () => {
      const { exchange, path, root } = await place()
      const mode = () => statSync(path).mode & 0o777
      chmodSync(path, 0o664)
      chmodSync(dirname(path), 0o750)
      await exchange(bytesOf('first'), bytesOf('second'))
      expect([mode(), statSync(dirname(path)).mode & 0o777]).toEqual([0o664, 0o750])
      await exchange(bytesOf('second'), null)
      expect([existsSync(path), logOf(root)]).toEqual([false, logOf(root).slice(0, 4)])
      await exchange(null, bytesOf('second'))
      expect(mode()).toBe(0o600)
    }
  )

  it('writes no log lines for a bare session and for what the agent would not load', async () => {
    const { root, exchange, read } = await place()
    const lines = logOf(root)
    const bare = Buffer.from(writePretty(sessionOf(sampleSnapshot('s'))))
    const other = Buffer.from(writePretty(sampleSnapshot('somebody-else')))
    let present: Uint8Array = bytesOf('first')
    for (const next of [bare, Buffer.from('{"torn'), other, Buffer.alloc(0)]) {
      await exchange(present, next)
      expect(await read()).toEqual(next)
      present = next
    }
    expect(logOf(root)).toEqual(lines)
  })

  it('a3s-38 appends nothing to a damaged log, so that an undo is possible beside it', async () => {
    const { root, exchange, read } = await place()
    const log = `${root}/v1/wal/session-store.ndjson`
    writeFileSync(log, '{"torn')
    await exchange(bytesOf('first'), bytesOf('second'))
    expect(await read()).toEqual(bytesOf('second'))
    expect(readFileSync(log, 'utf8')).toBe('{"torn')
  })

  it('a3s-42 puts sealed bytes in place as they are; without the key it cannot know their digest', async () => {
    const { root, store, exchange, path } = await place(null, sealedKey)
    expect(store.list()).toEqual([])
    const sealing = await openStore(root, { key: sealedKey })
    unwrap(await sealing.saveSnapshot(sampleSnapshot('s', 'secret')))
    const sealed = readFileSync(path)
    unwrap(await sealing.saveSnapshot(sampleSnapshot('s', 'later')))
    await exchange(readFileSync(path), sealed)
    expect(readFileSync(path)).toEqual(sealed)
    expect(unwrap(readWal(root)).entries.at(-1)?.snapshotDigest).toBe(snapshotDigest(sampleSnapshot('s', 'secret')))
  })

  it('says that the store is not there, and makes none', async () => {
    const { access } = await place()
    const source = { ...access.source, root: `${access.source.root}-gone` }
    const failure = await failureOf(native.exchange(target, null, bytesOf('x'), { ...access, source }))
    expect([failure.code, existsSync(source.root)]).toEqual(['source.missing', false])
  })
})

describe('native.exchange of the same for the same', () => {
  it('A14 waits for the lock and changes nothing, whether a session is there or not', async () => {
    for (const first of ['first', null]) {
      const { root, exchange, read } = await place(first)
      const present = await read()
      await exchange(present, present)
      // The lock file is there from then on; nothing else is new.
      const before = pictureOf(root)
      await exchange(present, present)
      expect(pictureOf(root)).toEqual(before)
      expect(await read()).toEqual(present)
    }
  })

  it('A16 still compares first', async () => {
    const { exchange } = await place(null)
    await expect(exchange(bytesOf('first'), bytesOf('first'))).rejects.toThrow(ChangedMeanwhile)
  })
})

describe('native.exchange under a lease', () => {
  it('a3s-57 changes nothing under the lease of another, and takes over only the one that was agreed to', async () => {
    const { root, store, exchange, access, read } = await place()
    unwrap(await store.acquireLease('another host'))
    const first = await read()
    const taking = (epoch: string, holder: string) => ({ ...target, takeOverEpoch: epoch, takeOverFrom: holder })
    const hash = sha256Of(first ?? new Uint8Array())
    const tries = [
      () => exchange(first, bytesOf('second')),
      () => native.exchange(taking('2', 'another host'), hash, bytesOf('second'), access),
      () => native.exchange(taking('1', 'somebody'), hash, bytesOf('second'), access)
    ]
    for (const each of tries) expect((await failureOf(each())).code).toBe('precondition.failed')
    expect(await read()).toEqual(first)
    await native.exchange(taking('1', 'another host'), hash, bytesOf('second'), access)
    expect(await read()).toEqual(bytesOf('second'))
    expect(unwrap(readWriterLease(root, null))).toMatchObject({ epoch: 2n, holderId: ownHolder() })
    // It is ours from then on.
    await exchange(bytesOf('second'), bytesOf('third'))
    expect(unwrap(readWriterLease(root, null))).toMatchObject({ epoch: 2n })
  })
})
