import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Lease } from '../lease/lease'
import { Journals } from '../operations/journal'
import type { FileStep } from '../operations/operation-record'
import { Vault } from '../vault/vault'
import { absent, readFacts } from './file-facts'
import { diskGateway } from './gateway'
import { SeenFiles } from './seen-files'
import { makeFolders, removeEmptyFolders, swap } from './swap'
import type { Work } from './work'

let home: string
let folder: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'reprise-swap-'))
  folder = join(home, 'agent')
})

afterEach(() => rmSync(home, { recursive: true, force: true }))

const folders = () => ['a', 'a/b', 'a/b/c'].map((name) => ({ path: join(home, name), mode: 0o750 }))

function leaseThat(check: () => Promise<void>): Lease {
  return { epoch: 1, holder: 'h', lost: new AbortController().signal, check, release: async () => undefined }
}

function workOf(step: FileStep, lease: Lease): Work {
  const record = { id: 'op-1', steps: [step] } as unknown as Work['record']
  const parts = {
    gateway: diskGateway,
    natives: { read: async () => null, exchange: async () => undefined },
    vault: new Vault(diskGateway, home),
    journals: new Journals(diskGateway, home)
  }
  return {
    ...{ ...parts, lease, record, seen: new SeenFiles(), now: Date.now, progress: () => undefined },
    exchanged: new Set(),
    signal: new AbortController().signal,
    verifyRestored: async () => []
  }
}

describe('swap', () => {
  it('says that the lease was lost when that happened during its change', async () => {
    await makeFolders(diskGateway, [{ path: folder, mode: 0o700 }])
    const real = join(folder, 'file')
    const place = { id: 's', what: 'file', path: real, real, approvedRoot: folder } as const
    const after = { ...absent, exists: true }
    const step: FileStep = { ...place, action: 'create', before: absent, after, makes: [], empties: [], because: '' }
    let looks = 0
    const lease = leaseThat(async () => (looks++ === 0 ? undefined : fail('lease.held', 'lost')))
    writeFileSync(join(folder, '.reprise-op-1-0.new'), 'new')
    await expect(swap(workOf(step, lease), step)).rejects.toMatchObject({ failure: { code: 'lease.held' } })
  })

  it('changes nothing once the lease is lost, whatever the step', async () => {
    await makeFolders(diskGateway, [{ path: folder, mode: 0o700 }])
    const real = join(folder, 'file')
    writeFileSync(real, 'old')
    const before = await readFacts(diskGateway, real)
    const common = {
      id: 's',
      what: 'file',
      path: real,
      real,
      approvedRoot: folder,
      makes: [],
      empties: [],
      because: ''
    } as const
    const steps: FileStep[] = (['replace', 'remove'] as const).map((action) => ({
      ...common,
      action,
      before,
      after: absent,
      makes: [],
      empties: []
    }))
    const lease = leaseThat(async () => fail('lease.held', 'lost'))
    for (const step of steps) {
      const work = workOf(step, lease)
      writeFileSync(join(folder, '.reprise-op-1-0.new'), 'new')
      await expect(swap(work, step)).rejects.toMatchObject({ failure: { code: 'lease.held' } })
      expect(await readFacts(diskGateway, real)).toMatchObject({ sha256: before.sha256 })
    }
  })
})

describe('makeFolders and removeEmptyFolders', () => {
  it('are each other’s opposite, and stop at a folder that holds something', async () => {
    await makeFolders(diskGateway, folders())
    await makeFolders(diskGateway, folders())
    await removeEmptyFolders(diskGateway, folders())
    expect(readdirSync(home)).toEqual([])
    await makeFolders(diskGateway, folders())
    writeFileSync(join(home, 'a', 'note'), 'of somebody else')
    await removeEmptyFolders(diskGateway, folders())
    expect(readdirSync(join(home, 'a'))).toEqual(['note'])
    await removeEmptyFolders(diskGateway, folders())
  })

  it('do not take a file for a folder', async () => {
    writeFileSync(join(home, 'a'), 'a file')
    await expect(makeFolders(diskGateway, folders())).rejects.toThrow('was changed by another program')
  })
})
