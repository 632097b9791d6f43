import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
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
