import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { afterAll, describe, expect, it } from 'vitest'
import {
  engineAt,
  newTestHome,
  pictureOf,
  quietly,
  removeTestHomes,
  restoreOf,
  testSession,
  writeCheckpoint,
  writeFile
} from './testing/test-home'

const shared = '/dev/shm'
const twoDisks = existsSync(shared) && statSync(shared).dev !== statSync(tmpdir()).dev

/** A disk of a megabyte; null where this account may not mount. */
function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

const disk = process.platform === 'linux' ? smallDisk() : null
const made: string[] = []

afterAll(() => {
  removeTestHomes()
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
  if (disk === null) return
  execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true })
})

describe('a restore over real disks', () => {
  it.runIf(twoDisks)(
    'works with our own folder on another disk than the agent, and leaves nothing beside the files',
    async () => {
      const own = mkdtempSync(join(shared, 'reprise-own-'))
      made.push(own)
      const place = { ...newTestHome(), own }
      writeFile(place, 'session.json', 'old')
      writeFile(place, 'gone.json', 'goes')
      writeCheckpoint(place, 'cp', { 'session.json': 'new', 'gone.json': null, 'in/new.json': 'made' })
      const before = pictureOf(place.files)
      const engine = engineAt(place)
      const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
      const { operationId } = await engine.apply(plan.planId, plan.digest, {}, quietly)
      expect(readdirSync(place.files).sort()).toEqual(['in', 'session.json'])
      const undo = await engine.makeUndoPlan(operationId)
      await engine.apply(undo.planId, undo.digest, {}, quietly)
      expect(pictureOf(place.files)).toEqual(before)
    }
  )

  it.runIf(disk)('changes nothing when the agent’s disk is full', async () => {
    const place = newTestHome()
    const root = join(disk ?? '', 'agent')
    const full = { ...place, source: { ...place.source, root }, files: join(root, 'files') }
    mkdirSync(full.files, { recursive: true })
    writeFile(full, 'session.json', 'old')
    writeCheckpoint(full, 'cp', { 'session.json': Buffer.alloc(300_000, 'x'), 'more.json': Buffer.alloc(300_000, 'y') })
    const engine = engineAt(full)
    const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
    writeFileSync(join(disk ?? '', 'filler'), Buffer.alloc(100_000))
    const before = pictureOf(full.files)
    const error = await engine.apply(plan.planId, plan.digest, {}, quietly).catch((reason: unknown) => reason)
    expect(error instanceof ExpectedFailure && error.failure).toMatchObject({ code: 'io' })
    expect(String(error)).toContain('The disk is full. (ENOSPC)')
    expect(pictureOf(full.files)).toEqual(before)
    expect(readFileSync(join(full.files, 'session.json'), 'utf8')).toBe('old')
    expect(await engine.operations()).toMatchObject([{ state: 'rolled-back' }])
  })

  it.runIf(disk)('refuses a target on another disk than its approved folder', async () => {
    const place = newTestHome()
    writeFile(place, 'mount/a.json', 'old')
    execFileSync('mount', ['--bind', disk ?? '', join(place.files, 'mount')])
    try {
      writeCheckpoint(place, 'cp', { 'mount/b.json': 'new' }, { what: 'session' })
      await expect(engineAt(place).makePlan(restoreOf(testSession, 'cp'))).rejects.toMatchObject({
        failure: { code: 'refused' }
      })
    } finally {
      execFileSync('umount', [join(place.files, 'mount')])
    }
  })
})
