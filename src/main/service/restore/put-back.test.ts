import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Journals } from '../operations/journal'
import type { FileStep } from '../operations/operation-record'
import { Vault } from '../vault/vault'
import { absent, readFacts, sha256Of } from './file-facts'
import { diskGateway } from './gateway'
import { putBack } from './put-back'
import { SeenFiles } from './seen-files'
import type { Work } from './work'

let home: string
let folder: string
let exchanges: unknown[][]

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'reprise-put-back-'))
  folder = join(home, 'agent')
  mkdirSync(folder)
  writeFileSync(join(folder, 'file'), 'old')
  exchanges = []
})

afterEach(() => rmSync(home, { recursive: true, force: true }))

/** The work of a writer that may still live, as the one who took over sees it. */
function workOf(step: FileStep, vault: Vault): Work {
  const record = { id: 'op-1', holder: `${hostname()}:${process.ppid}:0a0b0c0d`, steps: [step] }
  const lease = {
    ...{ epoch: 2, holder: 'another:1:ffffffff', lost: new AbortController().signal },
    ...{ check: async () => undefined, release: async () => undefined }
  }
  const natives: Work['natives'] = {
    read: async () => Buffer.from('old'),
    exchange: async (...given) => {
      exchanges.push(given.slice(1, 3))
    }
  }
  return {
    ...{ gateway: diskGateway, natives, vault, journals: new Journals(diskGateway, home), lease },
    record: record as unknown as Work['record'],
    seen: new SeenFiles(),
    exchanged: new Set(),
    ...{ signal: new AbortController().signal, progress: () => undefined, now: Date.now },
    verifyRestored: async () => []
  }
}

async function stepAt(real: string, target?: FileStep['target']): Promise<FileStep> {
  const place = { id: 's', what: 'session', path: real, real, approvedRoot: folder, because: '' } as const
  const before = await readFacts(diskGateway, real)
  const after = { ...absent, exists: true, sha256: sha256Of(Buffer.from('new')) }
  return { ...place, action: 'replace', before, after, makes: [], empties: [], ...(target && { target }) }
}

describe('putBack of what a late writer had begun', () => {
  it('A14 takes the new file away that its rename would need, where the old one is still in place', async () => {
    const step = await stepAt(join(folder, 'file'))
    const temp = join(folder, '.reprise-op-1-0.new')
    writeFileSync(temp, 'new')
    const back = await putBack(workOf(step, new Vault(diskGateway, home)), new Set([step]))
    expect(back).toMatchObject({ results: [{ outcome: 'not-started' }], tryAgain: false })
    expect(existsSync(temp)).toBe(false)
    expect(readFileSync(step.real, 'utf8')).toBe('old')
  })

  it('A14 waits for its turn in the store with an exchange of the same for the same', async () => {
    const vault = new Vault(diskGateway, home)
    const step = await stepAt(join(folder, 'file'), { session: 'one' })
    await vault.blobs.put(Buffer.from('old'))
    await putBack(workOf(step, vault), new Set([step]))
    expect(exchanges).toEqual([[step.before.sha256, Buffer.from('old')]])
  })
})
