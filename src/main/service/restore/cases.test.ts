import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { ExpectedFailure } from '@shared/ipc/errors'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { RestoreEngine } from './engine'
import { diskGateway } from './gateway'
import {
  engineAt,
  newTestHome,
  pictureOf,
  quietly,
  removeTestHomes,
  restoreOf,
  type TestHome,
  testSession,
  writeCheckpoint,
  writeFile
} from './testing/test-home'
import { watchedGateway } from './testing/watched-gateway'

let place: TestHome
let engine: RestoreEngine

beforeEach(() => {
  place = newTestHome()
  engine = engineAt(place)
})

afterAll(removeTestHomes)

const planOf = (checkpoint = 'cp') => engine.makePlan(restoreOf(testSession, checkpoint))

async function applied(checkpoint = 'cp') {
  const plan = await planOf(checkpoint)
  return engine.apply(plan.planId, plan.digest, {}, quietly)
}

/** Trouble that people reported, played through the whole engine; the ids are those of the list of cases. */
describe('a restore of files', () => {
  it('A1 touches no path but those of the plan, and none outside the approved folder', async () => {
    const beside = join(place.source.root, 'sibling')
    mkdirSync(beside)
    writeFileSync(join(beside, 'project.txt'), 'unrelated')
    writeFile(place, 'mine.txt', 'new')
    writeFile(place, 'other.txt', 'not in the checkpoint')
    symlinkSync(beside, join(place.files, 'way-out'))
    const before = pictureOf(place.source.root)
    writeCheckpoint(place, 'cp', {
      'mine.txt': 'old',
      '../sibling/project.txt': null,
      'way-out/project.txt': null,
      'way-out/made.txt': 'x'
    })
    const plan = await planOf()
    const result = await applied()
    expect(result.results.map(({ step }) => step)).toEqual(['mine.txt'])
    const {
      'files/mine.txt': changed,
      'checkpoints/': _,
      'checkpoints/cp.json': __,
      ...after
    } = pictureOf(place.source.root)
    const { 'files/mine.txt': was, ...others } = before
    expect(after).toEqual(others)
    expect(changed).not.toBe(was)
    expect(plan.steps.map(({ path }) => path)).toEqual([join(place.files, 'mine.txt')])
  })

  it('A10 names what lies outside its folder as excluded, before anything is done', async () => {
    writeFile(place, 'mine.txt', 'new')
    writeCheckpoint(place, 'cp', { 'mine.txt': 'old', '../sibling/weeks-old.txt': 'old', '../../up.txt': 'old' })
    const plan = await planOf()
    expect(plan.steps.map(({ id }) => id)).toEqual(['mine.txt'])
    expect(plan.cannot.map(({ what }) => what)).toEqual([
      join(place.source.root, 'sibling/weeks-old.txt'),
      join(place.home, 'up.txt')
    ])
    for (const { because } of plan.cannot) expect(because).toContain('outside the approved folder')
    await applied()
    expect(existsSync(join(place.source.root, 'sibling'))).toBe(false)
  })

  it('A2 never removes what the checkpoint does not know', async () => {
    for (let index = 0; index < 60; index++) writeFile(place, `later-${index}.txt`, 'made since')
    writeFile(place, 'known.txt', 'new')
    writeCheckpoint(place, 'cp', { 'known.txt': 'old' })
    const before = pictureOf(place.files)
    await applied()
    const { 'known.txt': _, ...after } = pictureOf(place.files)
    const { 'known.txt': __, ...others } = before
    expect(after).toEqual(others)
  })

  it('A3 A6 leaves alone what was not captured and says so before; only what was known to be absent is removed', async () => {
    writeFile(place, 'photo.png', Buffer.from([0, 1, 2, 255]))
    writeFile(place, 'made-since.txt', 'x')
    writeFile(place, 'a.bin', 'now')
    const binary = Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a, 0x1a])
    const known = { 'a.bin': binary, 'made-since.txt': null, 'empty.txt': '' }
    writeCheckpoint(place, 'cp', known, { notCaptured: ['photo.png'] })
    expect((await planOf()).cannot).toEqual([{ what: 'photo.png', because: 'Its content was not captured.' }])
    await applied()
    expect(readFileSync(join(place.files, 'photo.png'))).toEqual(Buffer.from([0, 1, 2, 255]))
    expect(readFileSync(join(place.files, 'a.bin'))).toEqual(binary)
    expect(readFileSync(join(place.files, 'empty.txt'))).toHaveLength(0)
    expect(existsSync(join(place.files, 'made-since.txt'))).toBe(false)
  })

  it('A12 moves no ref, HEAD or index of a real repository, whatever a checkpoint says', async () => {
    const env = { ...process.env, HOME: place.home, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@t']
    const git = (...args: string[]) =>
      execFileSync('git', [...who, ...args], { cwd: place.files, encoding: 'utf8', env })
    git('init', '-q')
    writeFile(place, 'code.txt', 'committed')
    git('add', '.')
    git('commit', '-qm', 'first')
    writeFile(place, 'code.txt', 'committed later')
    git('commit', '-qam', 'second')
    writeFile(place, 'code.txt', 'not committed')
    const before = pictureOf(join(place.files, '.git'))
    const head = git('rev-parse', 'HEAD')
    writeCheckpoint(place, 'cp', {
      'code.txt': 'committed',
      '.git/HEAD': 'ref: refs/heads/other\n',
      '.git/index': null,
      '.git/refs/heads/master': null
    })
    const plan = await planOf()
    expect(plan.cannot).toHaveLength(3)
    await applied()
    expect(pictureOf(join(place.files, '.git'))).toEqual(before)
    expect(git('rev-parse', 'HEAD')).toBe(head)
    expect(readFileSync(join(place.files, 'code.txt'), 'utf8')).toBe('committed')
  })

  it('A7 a failure in the middle is told for each file, and is never called a success', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFile(place, name, `new ${name}`)
    writeCheckpoint(place, 'cp', { 'a.txt': 'old', 'b.txt': 'old', 'c.txt': 'old' })
    const before = pictureOf(place.files)
    const plan = await planOf()
    const gateway = watchedGateway(diskGateway, async (call, run) => {
      if (call.name === 'rename' && call.path.endsWith('b.txt')) throw Object.assign(new Error('EIO'), { code: 'EIO' })
      return run()
    })
    const result = await engineAt(place, { gateway }).apply(plan.planId, plan.digest, {}, quietly)
    expect(result).toMatchObject({ state: 'rolled-back', verified: false })
    expect(result.results.map(({ step, outcome }) => [step, outcome])).toEqual([
      ['a.txt', 'put-back'],
      ['b.txt', 'not-started'],
      ['c.txt', 'put-back']
    ])
    expect(result.results[1]?.message).toContain('EIO')
    expect(pictureOf(place.files)).toEqual(before)
  })

  it('A15 nothing is written without a plan that was approved: not by planning, looking or an old plan', async () => {
    writeFile(place, 'a.txt', 'new')
    writeCheckpoint(place, 'cp', { 'a.txt': 'old' })
    const before = pictureOf(place.source.root)
    const plan = await planOf()
    await engine.getPlan(plan.planId)
    await engine.operations()
    await engine.recover()
    await engine.keeper.checkpoints(testSession)
    await engine.keeper.show()
    await engine.keeper.prune()
    const refused = await engine.apply(plan.planId, '', {}, quietly).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ExpectedFailure)
    expect(pictureOf(place.source.root)).toEqual(before)
  })

  it('A18 the old content is somewhere safe at every moment until the new one is checked', async () => {
    writeFile(place, 'a.txt', 'the only copy')
    writeCheckpoint(place, 'cp', { 'a.txt': 'old' })
    const plan = await planOf()
    const missing: string[] = []
    let verified = false
    const gateway = watchedGateway(diskGateway, async (call, run) => {
      const value = await run()
      if (call.bytes && Buffer.from(call.bytes).includes('"ended"')) verified = true
      if (call.changes && !verified && !isSomewhere(place, 'the only copy')) missing.push(`${call.name} ${call.path}`)
      return value
    })
    const guarded = engineAt(place, { gateway, vaultLimits: () => ({ maxDays: 1, maxBytes: 0 }) })
    const { operationId } = await guarded.apply(plan.planId, plan.digest, {}, quietly)
    expect(missing).toEqual([])
    expect((await engine.makeUndoPlan(operationId)).cannot).toEqual([])
  })
})

/** At its place, or whole in the vault. */
function isSomewhere({ files, own }: TestHome, content: string): boolean {
  const path = join(files, 'a.txt')
  if (existsSync(path) && readFileSync(path, 'utf8') === content) return true
  const blobs = join(own, 'vault', 'blobs')
  const all = existsSync(blobs) ? readdirSync(blobs, { recursive: true, withFileTypes: true }) : []
  return all
    .filter((entry) => entry.name.endsWith('.zst'))
    .some((entry) => zstdDecompressSync(readFileSync(join(entry.parentPath, entry.name))).toString() === content)
}
