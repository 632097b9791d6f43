import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { diskGateway } from '../../../restore/gateway'
import { isNative } from '../../../restore/plan-draft'
import { addRecords, addSession, makeDatabase, recorder, sessionB } from '../testing/made-store'
import { removeHomes, sampleHome } from '../testing/sample-home'
import { changeStore, pictureOfStore } from '../testing/store-rows'
import { native } from './native-store'
import { write } from './write-part'

/** A disk of six megabytes; null where this account may not mount. */
function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-tact-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'none', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

const disk = process.platform === 'linux' ? smallDisk() : null

afterEach(removeHomes)
afterAll(() => {
  if (disk === null) return
  execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true })
})

describe('a real disk that is full', () => {
  it.runIf(disk !== null)(
    'leaves the rows as they were, says so, and takes them when there is room',
    { timeout: 60_000 },
    async () => {
      const large = await sampleHome(null)
      const database = makeDatabase(large.database)
      addSession(database, { id: sessionB })
      const record = recorder(sessionB)
      const records = Array.from({ length: 1500 }, () => record.agent('tool.result', { result: 'x'.repeat(1000) }))
      addRecords(database, sessionB, [record.started(), ...records])
      database.close()
      const parts = await write.capture(large.source, sessionB, large.reading)

      const home = await sampleHome('tact-old-version')
      const root = join(disk ?? '', '.tact')
      cpSync(home.source.root, root, { recursive: true })
      const source = { ...home.source, root }
      const path = join(root, 'sessions', 'v2.sqlite3')
      const before = await pictureOfStore(path)
      const filler = join(disk ?? '', 'filler')
      const { bavail, bsize } = statfsSync(disk ?? '')
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 700_000)))
      const draft = await write.plan(source, { kind: 'restore-kept', sessionId: sessionB, parts }, home.reading)
      const [step] = draft.steps.filter(isNative)
      const access = { gateway: diskGateway, source, ...home.reading }
      const exchange = () => native.exchange(step?.target ?? {}, null, step?.content ?? null, access)
      await expect(exchange()).rejects.toMatchObject({ failure: { code: 'io' } })
      expect(await pictureOfStore(path)).toEqual(before)
      rmSync(filler)
      await exchange()
      expect(await pictureOfStore(path)).toMatchObject(before)
      changeStore(path, (open) => {
        expect(open.pragma('integrity_check', { simple: true })).toBe('ok')
        expect(open.prepare('SELECT count(*) FROM events WHERE session_id = ?').pluck().get(sessionB)).toBe(1501)
      })
    }
  )
})
