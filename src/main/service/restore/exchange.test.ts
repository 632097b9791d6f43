import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileFacts } from '@shared/domain/plan'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Asides, ChangedMeanwhile, placeNew, placeOver, takeAway } from './exchange'
import { readFacts } from './file-facts'
import { diskGateway, type Gateway } from './gateway'
import { SeenFiles } from './seen-files'
import { type DiskCall, watchedGateway } from './testing/watched-gateway'

let folder: string
let real: string
let temp: string
let asides: Asides
let expected: FileFacts

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-exchange-'))
  mkdirSync(join(folder, 'vault'))
  real = join(folder, 'session.json')
  temp = join(folder, '.new')
  asides = [join(folder, 'vault', '0.old'), join(folder, '.0.old')]
  writeFileSync(real, 'old')
  writeFileSync(temp, 'new')
  expected = await readFacts(diskGateway, real)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Something happens just before the first call that matches; the call itself may be made to fail. */
function when(match: (call: DiskCall) => boolean, happens: () => void, code?: string): Gateway {
  let done = false
  return watchedGateway(diskGateway, async (call, run) => {
    if (done || !match(call)) return run()
    done = code === undefined
    happens()
    if (code !== undefined) throw Object.assign(new Error(code), { code })
    return run()
  })
}

const nothing = () => undefined

describe('placeOver', () => {
  it('replaces in one rename and keeps the old file under a second name', async () => {
    await placeOver(diskGateway, temp, real, expected, asides)
    expect(readFileSync(real, 'utf8')).toBe('new')
    expect(readFileSync(asides[0], 'utf8')).toBe('old')
    expect(existsSync(temp)).toBe(false)
  })

  it('gives a file its place back that an agent wrote at the very last moment', async () => {
    const gateway = when(
      (call) => call.name === 'rename',
      () => writeFileSync(real, 'agent')
    )
    await expect(placeOver(gateway, temp, real, expected, asides)).rejects.toBeInstanceOf(ChangedMeanwhile)
    expect(readFileSync(real, 'utf8')).toBe('agent')
  })

  it('touches nothing when the file is not the expected one, or gone', async () => {
    writeFileSync(real, 'agent')
    await expect(placeOver(diskGateway, temp, real, expected, asides)).rejects.toBeInstanceOf(ChangedMeanwhile)
    expect(readFileSync(real, 'utf8')).toBe('agent')
    expect(readdirSync(join(folder, 'vault'))).toEqual([])
    rmSync(real)
    await expect(placeOver(diskGateway, temp, real, expected, asides)).rejects.toThrow()
    expect(existsSync(real)).toBe(false)
  })

  it('does not take an old time of last change for the expected content', async () => {
    writeFileSync(real, 'other')
    utimesSync(real, 1_000, 1_000)
    await expect(placeOver(diskGateway, temp, real, expected, asides)).rejects.toBeInstanceOf(ChangedMeanwhile)
    await expect(takeAway(diskGateway, real, expected, asides)).rejects.toBeInstanceOf(ChangedMeanwhile)
    expect(readFileSync(real, 'utf8')).toBe('other')
  })

  it('names the old file beside its place when the vault is on another disk, and does without where there are no links', async () => {
    const far = when((call) => call.name === 'link' && call.path === asides[0], nothing, 'EXDEV')
    await placeOver(far, temp, real, expected, asides)
    expect(readFileSync(asides[1], 'utf8')).toBe('old')
    writeFileSync(temp, 'newer')
    const none = when((call) => call.name === 'link', nothing, 'EPERM')
    await placeOver(none, temp, real, await readFacts(diskGateway, real), [`${asides[0]}-2`, `${asides[1]}-2`])
    expect(readFileSync(real, 'utf8')).toBe('newer')
  })

  it('leaves no second name behind when the rename fails', async () => {
    const gateway = when((call) => call.name === 'rename', nothing, 'EIO')
    await expect(placeOver(gateway, temp, real, expected, asides)).rejects.toThrow('EIO')
    expect(readFileSync(real, 'utf8')).toBe('old')
    expect(readdirSync(join(folder, 'vault'))).toEqual([])
  })
})

describe('placeNew', () => {
  it('never takes a name that another program has just taken', async () => {
    rmSync(real)
    const gateway = when(
      (call) => call.name === 'link',
      () => writeFileSync(real, 'agent')
    )
    await expect(placeNew(gateway, temp, real)).rejects.toBeInstanceOf(ChangedMeanwhile)
    expect(readFileSync(real, 'utf8')).toBe('agent')
  })

  it('gives the name, also where there are no links', async () => {
    rmSync(real)
    await placeNew(diskGateway, temp, real)
    expect([existsSync(temp), readFileSync(real, 'utf8')]).toEqual([false, 'new'])
    writeFileSync(temp, 'again')
    const none = when((call) => call.name === 'link', nothing, 'ENOTSUP')
    await expect(placeNew(none, temp, real)).rejects.toBeInstanceOf(ChangedMeanwhile)
    rmSync(real)
    await placeNew(none, temp, real)
    expect([existsSync(temp), readFileSync(real, 'utf8')]).toEqual([false, 'again'])
  })
})

describe('takeAway', () => {
  it('moves into the vault, or beside when that is on another disk', async () => {
    await takeAway(diskGateway, real, expected, asides)
    expect([existsSync(real), readFileSync(asides[0], 'utf8')]).toEqual([false, 'old'])
    writeFileSync(real, 'old')
    const far = when((call) => call.name === 'rename' && call.path === asides[0], nothing, 'EXDEV')
    await takeAway(far, real, expected, asides)
    expect([existsSync(real), readFileSync(asides[1], 'utf8')]).toEqual([false, 'old'])
  })

  it('gives a file its place back that an agent wrote at the very last moment', async () => {
    const gateway = when(
      (call) => call.name === 'rename',
      () => writeFileSync(real, 'agent')
    )
    await expect(takeAway(gateway, real, expected, asides)).rejects.toBeInstanceOf(ChangedMeanwhile)
    expect(readFileSync(real, 'utf8')).toBe('agent')
  })
})

describe('a file that this run has read already', () => {
  async function seenOnce(): Promise<SeenFiles> {
    const seen = new SeenFiles()
    const node = await diskGateway.lookAt(real)
    // Seen this much later, no clock is too coarse.
    if (node !== null) seen.remember(real, node, Date.now() + 60_000)
    return seen
  }

  function countingReads(): { gateway: Gateway; reads: () => number } {
    let reads = 0
    const gateway = watchedGateway(diskGateway, (call, run) => {
      if (call.name === 'read') reads++
      return run()
    })
    return { gateway, reads: () => reads }
  }

  beforeEach(() => {
    const longAgo = new Date(Date.now() - 3_600_000)
    utimesSync(real, longAgo, longAgo)
  })

  it('is not read again to be replaced or taken away while nobody has touched it', async () => {
    const { gateway, reads } = countingReads()
    await placeOver(gateway, temp, real, expected, asides, await seenOnce())
    expect([readFileSync(real, 'utf8'), readFileSync(asides[0], 'utf8'), reads()]).toEqual(['new', 'old', 0])
    rmSync(asides[0])
    const longAgo = new Date(Date.now() - 3_600_000)
    utimesSync(real, longAgo, longAgo)
    await takeAway(gateway, real, await readFacts(diskGateway, real), asides, await seenOnce())
    expect([existsSync(real), readFileSync(asides[0], 'utf8'), reads()]).toEqual([false, 'new', 0])
  })

  it('A5 is read again when it was touched, and keeps its place when it holds something else', async () => {
    const seen = await seenOnce()
    const { mtime } = statSync(real)
    const changedNs = () => statSync(real, { bigint: true }).ctimeNs
    const was = changedNs()
    // Until the coarse clock of the file system has moved on.
    do {
      writeFileSync(real, 'odd')
      utimesSync(real, mtime, mtime)
    } while (changedNs() === was)
    const { gateway, reads } = countingReads()
    await expect(placeOver(gateway, temp, real, expected, asides, seen)).rejects.toBeInstanceOf(ChangedMeanwhile)
    await expect(takeAway(gateway, real, expected, asides, seen)).rejects.toBeInstanceOf(ChangedMeanwhile)
    expect([readFileSync(real, 'utf8'), reads() > 0]).toEqual(['odd', true])
  })

  it.each([
    ['link', 'written', () => writeFileSync(real, 'another')],
    [
      'link',
      'replaced',
      () => {
        writeFileSync(`${real}.theirs`, 'odd')
        renameSync(`${real}.theirs`, real)
      }
    ],
    ['rename', 'written', () => writeFileSync(real, 'another')]
  ])('A5 keeps what another wrote just before the %s: %s', async (name, _what, write) => {
    const gateway = when((call) => call.name === name && (name === 'link' || call.path === real), write)
    const given = placeOver(gateway, temp, real, expected, asides, await seenOnce())
    await expect(given).rejects.toBeInstanceOf(ChangedMeanwhile)
    expect(['another', 'odd']).toContain(readFileSync(real, 'utf8'))
  })
})
