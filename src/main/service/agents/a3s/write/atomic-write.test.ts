import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { diskGateway } from '../../../restore/gateway'
import { type DiskCall, watchedGateway } from '../../../restore/testing/watched-gateway'
import { checkpointFile } from '../store/layout'
import { sizeLimit } from '../store/read-bytes'
import { openSealed } from '../store/sealed'
import { sealedKey, temporaryFolder, wrongKey } from '../test-fixtures'
import { fitsFileSystem, writeStoreFile } from './atomic-write'
import { sealBytes } from './seal'
import type { StoreWriting } from './store-writing'

const plainly: StoreWriting = { gateway: diskGateway, key: null, now: Date.now }
const text = (content: string) => new TextEncoder().encode(content)

/** A store with one session file that is there already. */
function store(): { root: string; path: string } {
  const root = temporaryFolder()
  const path = join(root, 'v1/sessions/id_cw.json')
  mkdirSync(join(root, 'v1/sessions'), { recursive: true })
  writeFileSync(path, 'old')
  return { root, path }
}

/** The disk with an error at one call, as often as asked for. */
function failing(call: string, code: string, times: number) {
  const calls: DiskCall[] = []
  let left = times
  const gateway = watchedGateway(diskGateway, async (seen, run) => {
    calls.push(seen)
    if (seen.name === call && left-- > 0) throw Object.assign(new Error(`${code}: played`), { code })
    return run()
  })
  return { gateway, named: (name: string) => calls.filter((each) => each.name === name).length }
}

describe('writeStoreFile', () => {
  it('replaces a file whole, leaves no temporary one, and makes folders and files for the owner alone', async () => {
    const { root, path } = store()
    chmodSync(join(root, 'v1/sessions'), 0o755)
    expect(await writeStoreFile(root, path, text('new'), 'session file', plainly)).toEqual({ ok: true, value: null })
    const fresh = join(root, 'v1/loop_checkpoints/id_cg.json')
    expect((await writeStoreFile(root, fresh, text('{}'), 'loop checkpoint', plainly)).ok).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(readdirSync(join(root, 'v1/sessions'))).toEqual(['id_cw.json'])
    expect(readdirSync(join(root, 'v1/loop_checkpoints'))).toEqual(['id_cg.json'])
    if (process.platform === 'win32') return
    const mode = (of: string) => statSync(of).mode & 0o777
    expect([mode(path), mode(fresh)]).toEqual([0o600, 0o600])
    expect([mode(join(root, 'v1/sessions')), mode(join(root, 'v1/loop_checkpoints'))]).toEqual([0o700, 0o700])
  })

  it('a3s-42 a3s-43 seals what it writes, so that only the same key opens it', async () => {
    const { root, path } = store()
    await writeStoreFile(root, path, text('{"name":"Garden"}'), 'session file', { ...plainly, key: sealedKey })
    const sealed = readFileSync(path)
    expect(sealed.subarray(0, 5)).toEqual(Buffer.from('A3SE\x01', 'latin1'))
    expect(sealed.includes('Garden')).toBe(false)
    expect(openSealed(sealed, sealedKey, 'file')).toMatchObject({ ok: true, value: Buffer.from('{"name":"Garden"}') })
    expect(openSealed(sealed, wrongKey, 'file')).toMatchObject({ ok: false, kind: 'decryption-failed' })
    expect(() => sealBytes(text('x'), Buffer.alloc(16))).toThrow(RangeError)
  })

  it('a3s-12 refuses a path that a link leads out of the store, and one that leads nowhere', async () => {
    const { root } = store()
    const outside = temporaryFolder()
    symlinkSync(outside, join(root, 'v1/loop_checkpoints'))
    symlinkSync(join(outside, 'nowhere'), join(root, 'v1/traces'))
    for (const folder of ['loop_checkpoints', 'traces']) {
      const path = join(root, 'v1', folder, 'id_eA.json')
      expect(await writeStoreFile(root, path, text('{}'), 'file', plainly), folder).toMatchObject({
        ok: false,
        kind: 'link-leaves-store'
      })
    }
    expect(readdirSync(outside)).toEqual([])
    symlinkSync(join(root, 'v1/sessions'), join(root, 'v1/runs'))
    const inside = join(root, 'v1/runs/id_eA.json')
    expect((await writeStoreFile(root, inside, text('{}'), 'file', plainly)).ok).toBe(true)
  })

  it('a3s-19 refuses one byte more than a document may have, before anything is made', async () => {
    const { root } = store()
    const path = join(root, 'v1/loop_checkpoints/id_eA.json')
    const large = Buffer.alloc(sizeLimit)
    expect(await writeStoreFile(root, path, Buffer.alloc(sizeLimit + 1), 'loop checkpoint', plainly)).toMatchObject({
      ok: false,
      kind: 'too-large'
    })
    const sealing = { ...plainly, key: sealedKey }
    expect(await writeStoreFile(root, path, large, 'loop checkpoint', sealing)).toMatchObject({ kind: 'too-large' })
    expect(existsSync(join(root, 'v1/loop_checkpoints'))).toBe(false)
  })

  it('a3s-21 on Windows tries a busy or denied name six times, with growing pauses, and any other error once', async () => {
    for (const [code, times] of [
      ['EPERM', 5],
      ['EBUSY', 5]
    ] as const) {
      const { root, path } = store()
      const disk = failing('rename', code, times)
      const waited: number[] = []
      const wait = async (pause: number) => void waited.push(pause)
      const windows = { ...plainly, gateway: disk.gateway, platform: 'win32' as const, wait }
      expect((await writeStoreFile(root, path, text('new'), 'session file', windows)).ok).toBe(true)
      expect(waited).toEqual([5, 10, 20, 40, 80])
      expect(readFileSync(path, 'utf8')).toBe('new')
    }
  })

  it.each([
    ['a sixth failure', 'EPERM', 'win32', 6, 6],
    ['an invalid parameter', 'EINVAL', 'win32', 1, 1],
    ['a busy name elsewhere', 'EBUSY', 'linux', 1, 1]
  ] as const)('a3s-21 gives up at %s and removes its temporary file', async (_, code, platform, times, tries) => {
    const { root, path } = store()
    const disk = failing('rename', code, times)
    const writing = { ...plainly, gateway: disk.gateway, platform, wait: async () => undefined }
    await expect(writeStoreFile(root, path, text('new'), 'session file', writing)).rejects.toMatchObject({ code })
    expect(disk.named('rename')).toBe(tries)
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(readdirSync(join(root, 'v1/sessions'))).toEqual(['id_cw.json'])
  })

  it.each(['create', 'chmod', 'write', 'sync', 'rename'])('keeps the old file when %s fails', async (call) => {
    const { root, path } = store()
    const writing = { ...plainly, gateway: failing(call, 'ENOSPC', 1).gateway }
    await expect(writeStoreFile(root, path, text('new'), 'session file', writing)).rejects.toMatchObject({
      code: 'ENOSPC'
    })
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(readdirSync(join(root, 'v1/sessions'))).toEqual(['id_cw.json'])
  })
})

describe('writeStoreFile, stopped', () => {
  it('leaves the old document or the new one at every change to the disk, and nothing that counts as a document', async () => {
    const seen: string[] = []
    for (let at = 1, stopped = true; stopped; at++) {
      const { root, path } = store()
      chmodSync(join(root, 'v1/sessions'), 0o755)
      let changes = 0
      stopped = false
      const gateway = watchedGateway(diskGateway, (call, run) => {
        if (stopped || (call.changes && ++changes === at)) {
          stopped = true
          throw new Error('the process is gone')
        }
        return run()
      })
      await writeStoreFile(root, path, text('new'), 'session file', { ...plainly, gateway }).catch(() => undefined)
      seen.push(readFileSync(path, 'utf8'))
      expect(readdirSync(join(root, 'v1/sessions')).filter((name) => name.endsWith('.json'))).toEqual(['id_cw.json'])
    }
    expect(new Set(seen)).toEqual(new Set(['old', 'new']))
    expect(seen.length).toBeGreaterThan(5)
    expect(seen.at(-1)).toBe('new')
  })
})

describe('fitsFileSystem', () => {
  it('asks whether the agent could save the file too, whose temporary name is the longer one', async () => {
    const root = temporaryFolder()
    expect(fitsFileSystem(checkpointFile(root, 'loop_checkpoints', 'x'.repeat(160)))).toBe(true)
    const path = checkpointFile(root, 'loop_checkpoints', 'x'.repeat(200))
    expect(fitsFileSystem(path)).toBe(false)
    expect(await writeStoreFile(root, path, text('{}'), 'loop checkpoint', plainly)).toMatchObject({
      kind: 'name-too-long'
    })
    expect(readdirSync(root)).toEqual([])
  })
})
