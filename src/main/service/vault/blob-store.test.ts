import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { diskGateway } from '../restore/gateway'
import { watchedGateway } from '../restore/testing/watched-gateway'
import { BlobStore } from './blob-store'

let folder: string
let store: BlobStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-blobs-'))
  store = new BlobStore(diskGateway, join(folder, 'blobs'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const pathOf = (sha256: string) => join(folder, 'blobs', sha256.slice(0, 1), `${sha256}.zst`)

describe('BlobStore', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0])],
    ['three megabytes that do not compress', randomBytes(3_000_000)],
    ['text', Buffer.from('{"a":1}\n'.repeat(50_000))]
  ])('gives back exactly what it took: %s', async (_, content) => {
    const blob = await store.put(content)
    expect(blob).toEqual({ sha256: hashOf(content), bytes: content.length })
    expect((await store.get(blob.sha256)).equals(content)).toBe(true)
    expect(zstdDecompressSync(readFileSync(pathOf(blob.sha256))).equals(content)).toBe(true)
    expect(statSync(pathOf(blob.sha256)).mode & 0o777).toBe(0o600)
  })

  it('takes a file in as it takes bytes, and the same content only once', async () => {
    const path = join(folder, 'file')
    writeFileSync(path, Buffer.from('abc'.repeat(200_000)))
    const first = await store.putFile(path)
    const size = await store.size()
    expect(size).toBeLessThan(10_000)
    expect(first).toMatchObject(await store.put(readFileSync(path)))
    expect(await store.size()).toBe(size)
    expect(readdirSync(join(folder, 'blobs')).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('never gives out what its name does not say, and repairs it when the content comes again', async () => {
    const content = Buffer.from('content')
    const { sha256 } = await store.put(content)
    const other = await store.put(Buffer.from('other'))
    for (const damage of [readFileSync(pathOf(other.sha256)), Buffer.from('no zstd'), Buffer.alloc(0)]) {
      writeFileSync(pathOf(sha256), damage)
      await expect(store.get(sha256)).rejects.toThrow('damaged')
      expect(await store.holds(sha256)).toBe(false)
      await store.put(content)
      expect((await store.get(sha256)).equals(content)).toBe(true)
    }
    rmSync(pathOf(sha256))
    await expect(store.get(sha256)).rejects.toThrow(`no longer in ${store.folder}`)
    await expect(store.get('../../etc/passwd')).rejects.toThrow('no name of a copy')
  })

  it('says what the system knew of a file before it was read, so that a later writing shows', async () => {
    const path = join(folder, 'file')
    writeFileSync(path, 'before')
    const before = await diskGateway.lookAt(path)
    const writing = watchedGateway(diskGateway, async (call, run) => {
      const result = await run()
      if (call.name === 'read' && call.path === path) writeFileSync(path, 'and after it')
      return result
    })
    const taken = await new BlobStore(writing, join(folder, 'blobs')).putFile(path)
    expect(taken.seen).toEqual(before)
    expect(String(await store.get(taken.sha256))).toBe('before')
  })

  it('gives out unchecked what its name does not say only to who asks for it so', async () => {
    const { sha256 } = await store.put(Buffer.from('content'))
    const other = await store.put(Buffer.from('other'))
    writeFileSync(pathOf(sha256), readFileSync(pathOf(other.sha256)))
    const pieces: string[] = []
    await store.copyUnchecked(sha256, async (piece) => void pieces.push(Buffer.from(piece).toString()))
    expect(pieces).toEqual(['other'])
    await expect(store.copyTo(sha256, async () => undefined)).rejects.toThrow('damaged')
  })

  it('goes on where the disk takes fewer bytes than it was given', async () => {
    const slow = watchedGateway(diskGateway, async (call, run, file) => {
      if (call.name !== 'write' || file === null || call.bytes === undefined) return run()
      return file.write(call.bytes.subarray(0, 1 + (call.bytes.length >> 1))) as never
    })
    const content = randomBytes(100_000)
    const { sha256 } = await new BlobStore(slow, join(folder, 'blobs')).put(content)
    expect((await store.get(sha256)).equals(content)).toBe(true)
  })

  it('leaves nothing half when the disk fails', async () => {
    const failing = watchedGateway(diskGateway, async (call, run) => {
      if (call.name === 'sync') throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
      return run()
    })
    await expect(new BlobStore(failing, join(folder, 'blobs')).put(Buffer.from('x'))).rejects.toThrow('ENOSPC')
    expect(readdirSync(join(folder, 'blobs'))).toEqual([])
    expect(await store.size()).toBe(0)
  })
})
