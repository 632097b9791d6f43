import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LeaseKeeper } from '../lease/lease'
import { diskGateway, type Gateway } from '../restore/gateway'
import { Vault } from '../vault/vault'
import { Journals } from './journal'
import { OperationBook } from './operation-book'
import type { OperationRecord } from './operation-record'

let own: string
let opened: string[]
const gateway: Gateway = {
  ...diskGateway,
  openToRead: (path) => {
    opened.push(path)
    return diskGateway.openToRead(path)
  }
}

beforeEach(() => {
  own = mkdtempSync(join(tmpdir(), 'reprise-book-'))
  opened = []
})
afterEach(() => rmSync(own, { recursive: true, force: true }))

function record(id: string, startedAt: number): OperationRecord {
  const source = { id: 's', agent: 'gestura', root: '/r', origin: 'flag' } as const
  return {
    ...{ format: 1, id, kind: 'restore', agent: 'gestura', session: { source: 's', id: 'x' }, source, title: 'T' },
    ...{ checkpoint: 'c', undoes: null, planId: 'p', digest: 'd', choices: {}, startedAt, holder: 'h', epoch: 1 },
    ...{ steps: [], companions: [], kept: [], sessionTitle: null, workspace: null }
  }
}

describe('OperationBook', () => {
  it('all reads each journal once, also where the vault has a list of each, and finds the one that was lost', async () => {
    const journals = new Journals(gateway, own)
    const vault = new Vault(gateway, own)
    for (let index = 0; index < 40; index++) {
      const one = record(`op-${String(index).padStart(3, '0')}`, index)
      if (index !== 7) {
        await journals.begin(one)
        const results = { results: [], leftovers: [] }
        await journals.append(one.id, { type: 'ended', at: 9, state: 'done', verified: true, by: 'apply', ...results })
      }
      await vault.keep({ format: 1, operation: one.id, madeAt: index, label: null, record: one, files: [] })
    }
    opened = []
    const all = await new OperationBook(journals, vault, new LeaseKeeper(gateway, own)).all()
    expect(all.map(({ id }) => id)).toEqual(
      Array.from({ length: 40 }, (_, i) => `op-${String(39 - i).padStart(3, '0')}`)
    )
    expect(all.filter(({ state }) => state !== 'done').map(({ id }) => id)).toEqual(['op-007'])
    expect(opened.filter((path) => path.endsWith('.jsonl'))).toHaveLength(39)
    expect(opened.length).toBeLessThan(39 + 4)
  })
})
