import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { diskGateway } from './gateway'
import { pictureOfRows } from './testing/row-store'
import {
  base64Of,
  engineAt,
  newTestHome,
  pictureOf,
  quietly,
  removeTestHomes,
  restoreOf,
  type TestHome,
  testSession,
  writeCheckpoint,
  writeFile,
  writeRow
} from './testing/test-home'
import { type DiskCall, watchedGateway } from './testing/watched-gateway'

let place: TestHome

beforeEach(() => {
  place = newTestHome()
  writeFile(place, 'session.json', 'nine messages')
  writeCheckpoint(place, 'cp', { 'session.json': 'four messages' })
})

afterAll(removeTestHomes)

/** The disk, on which `run` happens once, right after the first call that `when` picks. */
function meanwhile(when: (call: DiskCall) => boolean, run: () => void): typeof diskGateway {
  let done = false
  return watchedGateway(diskGateway, async (call, go) => {
    const result = await go()
    if (!done && when(call)) {
      done = true
      run()
    }
    return result
  })
}

const content = (name: string) => readFileSync(join(place.files, name), 'utf8')
const isJournal = (name: string) => (call: DiskCall) => call.name === name && call.path.endsWith('.jsonl')

async function apply(gateway: typeof diskGateway) {
  const plan = await engineAt(place).makePlan(restoreOf(testSession, 'cp'))
  return engineAt(place, { gateway }).apply(plan.planId, plan.digest, {}, quietly)
}

const failure = (code: string) => ({ failure: { code } })

describe('an apply looks again', () => {
  it('A18 when it copies what is there: what changed since the look before is not taken for the state before', async () => {
    const gateway = meanwhile(isJournal('create'), () => writeFile(place, 'session.json', 'ten messages'))
    await expect(apply(gateway)).rejects.toMatchObject(failure('precondition.failed'))
    expect(content('session.json')).toBe('ten messages')
    const [operation] = await engineAt(place).operations()
    expect(operation).toMatchObject({ state: 'rolled-back', results: [{ outcome: 'not-started' }] })
  })

  it('A5 at the content, also where length, rights and time are those of the plan', async () => {
    const plan = await engineAt(place).makePlan(restoreOf(testSession, 'cp'))
    const path = join(place.files, 'session.json')
    const { atime, mtime } = statSync(path)
    writeFile(place, 'session.json', 'five messages')
    utimesSync(path, atime, mtime)
    const applied = engineAt(place).apply(plan.planId, plan.digest, {}, quietly)
    await expect(applied).rejects.toMatchObject(failure('precondition.failed'))
    expect(content('session.json')).toBe('five messages')
  })

  it('A18 at the content that it writes: a damaged copy takes no place and is named as the reason', async () => {
    const before = pictureOf(place.files)
    const plan = await engineAt(place).makePlan(restoreOf(testSession, 'cp'))
    const [copy = ''] = readdirSync(place.own, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.zst')
    )
    writeFileSync(join(place.own, copy), zstdCompressSync('four massages'))
    const applied = engineAt(place).apply(plan.planId, plan.digest, {}, quietly)
    await expect(applied).rejects.toMatchObject({
      failure: { code: 'io', message: expect.stringContaining('damaged') }
    })
    expect(pictureOf(place.files)).toEqual(before)
  })

  it('A18 at what it wrote beside the old file: what does not read back takes no place', async () => {
    const before = pictureOf(place.files)
    const damage = () => {
      const name = readdirSync(place.files).find((each) => each.startsWith('.reprise-')) ?? ''
      writeFileSync(join(place.files, name), 'four massages')
    }
    const gateway = meanwhile(({ name, path }) => name === 'close' && path.endsWith('.new'), damage)
    await expect(apply(gateway)).rejects.toMatchObject(failure('io'))
    expect(pictureOf(place.files)).toEqual(before)
  })

  it('A7 A18 at what took its place: what is not as the plan says is no success', async () => {
    const other = () => writeFile(place, 'session.json', 'of another program')
    const swapped = ({ name, path }: DiskCall) => name === 'rename' && basename(path) === 'session.json'
    // The folder is synced after the last change, so the swap itself has ended well.
    let isSwapped = false
    const gateway = meanwhile((call) => {
      isSwapped ||= swapped(call)
      return isSwapped && call.name === 'syncFolder' && call.path === place.files
    }, other)
    await expect(apply(gateway)).rejects.toMatchObject(failure('partly.done'))
    expect(content('session.json')).toBe('of another program')
  })

  it('A18 at what waits for the agent’s own protocol: what does not read back is not given to the store', async () => {
    writeRow(place, 'session', 'nine')
    writeCheckpoint(place, 'cp', {}, { rows: base64Of({ session: 'four' }) })
    const before = pictureOfRows(place.source.root)
    const damage = () => {
      const incoming = join(place.own, 'vault', 'incoming')
      const [operation = ''] = readdirSync(incoming)
      writeFileSync(join(incoming, operation, '0.new'), 'fourteen')
    }
    const isPrepared = (call: DiskCall) =>
      call.name === 'write' && String(Buffer.from(call.bytes ?? [])).includes('"type":"prepared"')
    const result = await apply(meanwhile(isPrepared, damage))
    expect(result).toMatchObject({ state: 'rolled-back', results: [{ outcome: 'not-started' }] })
    expect(pictureOfRows(place.source.root)).toEqual(before)
  })

  it.skipIf(process.platform === 'win32')(
    'A1 where a path leads: another folder behind a link is not the planned one',
    async () => {
      for (const name of ['a', 'b']) {
        mkdirSync(join(place.files, name))
        writeFile(place, `${name}/notes.txt`, 'the same in both')
      }
      const link = join(place.files, 'link')
      symlinkSync(join(place.files, 'a'), link)
      writeCheckpoint(place, 'cp', { 'link/notes.txt': 'put back' })
      const plan = await engineAt(place).makePlan(restoreOf(testSession, 'cp'))
      rmSync(link)
      symlinkSync(join(place.files, 'b'), link)
      const applied = engineAt(place).apply(plan.planId, plan.digest, {}, quietly)
      await expect(applied).rejects.toMatchObject(failure('precondition.failed'))
      expect([content('a/notes.txt'), content('b/notes.txt')]).toEqual(['the same in both', 'the same in both'])
    }
  )
})
