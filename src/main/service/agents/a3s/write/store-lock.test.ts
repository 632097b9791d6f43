import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { writePretty } from '../../../json/write-json'
import { diskGateway } from '../../../restore/gateway'
import { buildProcess } from '../../../restore/testing/build-process'
import { pictureOf } from '../../../restore/testing/test-home'
import { answer } from '../store/answer'
import { lockFile } from '../store/layout'
import { temporaryFolder } from '../test-fixtures'
import { FileSessionStore } from './file-store'
import { underStoreLock } from './store-lock'
import { engineOn, quietly } from './testing/made-engine'
import { kindOf, logOf, openStore, plainly, sampleSnapshot, unwrap } from './testing/made-store'
import { startSaving } from './testing/start-saving'

const flock = spawnSync('flock', ['--version']).status === 0

/** `flock(1)` of util-linux, holding the lock file until it is told to end. */
async function heldByFlock(path: string): Promise<ChildProcess> {
  const child = spawn('flock', [path, 'sh', '-c', 'echo held; read line'], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return child
}

describe('underStoreLock', () => {
  it.runIf(flock)(
    'waits for another program that holds the lock of the store, and says so when it waited too long',
    async () => {
      const root = temporaryFolder()
      await openStore(root)
      const other = await heldByFlock(lockFile(root))
      const use = { ...plainly, lockTimeoutMs: 150 }
      let ran = false
      const run = async () => {
        ran = true
        return answer(null)
      }
      expect(kindOf(await underStoreLock(root, use, run))).toBe('lock-timeout')
      expect(kindOf(await FileSessionStore.open(root, use))).toBe('lock-timeout')
      expect(ran).toBe(false)
      const waiting = underStoreLock(root, { ...use, lockTimeoutMs: 20_000 }, run)
      other.stdin?.end('\n')
      expect(kindOf(await waiting)).toBe('ok')
      expect(ran).toBe(true)
    }
  )

  it.runIf(flock)(
    'shuts another program out while something runs, and lets it in afterwards, also after a failure',
    async () => {
      const root = temporaryFolder()
      await openStore(root)
      const free = () => spawnSync('flock', ['--nonblock', lockFile(root), 'true']).status === 0
      const seen = await underStoreLock(root, plainly, async () => answer(free()))
      expect([unwrap(seen), free()]).toEqual([false, true])
      const thrown = underStoreLock(root, plainly, async () => {
        throw new Error('played')
      })
      await expect(thrown).rejects.toThrow('played')
      expect(free()).toBe(true)
    }
  )

  it('ends its wait when it is cancelled', async () => {
    const root = temporaryFolder()
    const cancel = new AbortController()
    const outcome = underStoreLock(root, plainly, async () => {
      const second = underStoreLock(root, { ...plainly, signal: cancel.signal }, async () => answer(null))
      setTimeout(() => cancel.abort(), 50)
      await expect(second).rejects.toThrow(/abort/i)
      return answer('cancelled')
    })
    expect(unwrap(await outcome)).toBe('cancelled')
  })

  it('runs nothing where the system gives no such lock', async () => {
    const root = temporaryFolder()
    let ran = false
    const run = async () => {
      ran = true
      return answer(null)
    }
    const missing = { gateway: diskGateway, tryLock: () => Promise.reject(new Error('no flock')) }
    const refusing = {
      gateway: diskGateway,
      tryLock: async () => () => {
        throw Object.assign(new Error('ENOLCK'), { code: 'ENOLCK' })
      }
    }
    for (const use of [missing, refusing]) expect(kindOf(await underStoreLock(root, use, run))).toBe('lock-unavailable')
    expect(ran).toBe(false)
    expect(existsSync(lockFile(root))).toBe(false)
  })

  it('a3s-13 follows no lock file out of the store', async () => {
    const root = temporaryFolder()
    const outside = temporaryFolder()
    await openStore(root)
    rmSync(lockFile(root))
    symlinkSync(join(outside, 'lock'), lockFile(root))
    expect(kindOf(await underStoreLock(root, plainly, async () => answer(null)))).toBe('link-leaves-store')
    expect(readdirSync(outside)).toEqual([])
  })
})

describe('a change through the engine', () => {
  it.runIf(flock)(
    'changes nothing while a3s keeps the lock for longer than a person waits, and says so',
    async () => {
      const place = engineOn('wal-empty')
      unwrap(await (await openStore(place.root)).saveSnapshot(sampleSnapshot('s')))
      const session = { source: place.source.id, id: 's' }
      const plan = await place.engine.makePlan({
        kind: 'fork',
        session,
        checkpoint: null,
        entry: null,
        workspace: null
      })
      const before = pictureOf(place.root)
      const other = await heldByFlock(lockFile(place.root))
      const said = await place.engine.apply(plan.planId, plan.digest, {}, quietly).then(
        (result) => `${result.state} ${JSON.stringify(result.results)}`,
        (error) => JSON.stringify(error.failure)
      )
      expect(said).toContain('another program has held')
      expect(said).not.toContain('"done"')
      expect(pictureOf(place.root)).toEqual(before)
      other.stdin?.end('\n')
    },
    40_000
  )
})

describe('two processes', () => {
  let program: string
  beforeAll(async () => {
    program = await buildProcess(new URL('./testing/saving-process.ts', import.meta.url))
  }, 60_000)
  afterAll(() => rmSync(dirname(program), { recursive: true, force: true }))

  it('a3s-20 a3s-36 save into one store at once without a sequence that is used twice', async () => {
    const root = temporaryFolder()
    const folder = temporaryFolder()
    const runs = ['one', 'two', 'three'].map((id) => {
      const snapshot = join(folder, id)
      writeFileSync(snapshot, writePretty(sampleSnapshot(id)))
      return startSaving(program, { root, snapshot, times: 8, at: 0, when: 'before' })
    })
    const own = await openStore(root, { lockTimeoutMs: 60_000 })
    for (let count = 0; count < 8; count++) unwrap(await own.saveSnapshot(sampleSnapshot('four', `Name ${count}`)))
    for (const { lines, complaint } of await Promise.all(runs)) {
      expect(complaint).toBe('')
      expect(lines.filter((line) => line.ok)).toHaveLength(8)
    }
    const log = logOf(root)
    expect(log).toHaveLength(64)
    expect(log.map((line) => Number(line.split(' ')[0]))).toEqual(
      Array.from({ length: 64 }, (_, index) => Math.floor(index / 2) + 1)
    )
    expect((await openStore(root)).list()).toEqual(['four', 'one', 'three', 'two'])
  }, 60_000)
})
