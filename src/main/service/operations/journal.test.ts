import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { diskGateway } from '../restore/gateway'
import { endOf, has, Journals } from './journal'
import type { JournalEntry, OperationRecord } from './operation-record'

let own: string
let journals: Journals

beforeEach(() => {
  own = mkdtempSync(join(tmpdir(), 'reprise-journal-'))
  journals = new Journals(diskGateway, own)
})

afterEach(() => rmSync(own, { recursive: true, force: true }))

function record(id: string): OperationRecord {
  const source = { id: 's', agent: 'gestura', root: '/r', origin: 'flag' } as const
  const more = {
    checkpoint: 'c',
    undoes: null,
    planId: 'p',
    digest: 'd',
    choices: {},
    steps: [],
    companions: [],
    kept: [],
    sessionTitle: null,
    workspace: null
  }
  const session = { source: 's', id: 'é\n"' }
  return {
    format: 1,
    id,
    kind: 'restore',
    agent: 'gestura',
    session,
    source,
    title: 'T',
    startedAt: 5,
    holder: 'h',
    epoch: 1,
    ...more
  }
}

const ended: Extract<JournalEntry, { type: 'ended' }> = {
  type: 'ended',
  at: 9,
  state: 'done',
  verified: true,
  by: 'apply',
  results: [],
  leftovers: []
}
const path = (id: string) => join(own, 'journal', `${id}.jsonl`)

describe('Journals', () => {
  it('reads back what was written, line by line', async () => {
    await journals.begin(record('op-1'))
    await journals.append('op-1', { type: 'prepared', at: 6 })
    await journals.append('op-1', ended)
    const read = await journals.read('op-1')
    expect(read?.record).toEqual(record('op-1'))
    expect(read?.entries.map((entry) => entry.type)).toEqual(['begin', 'prepared', 'ended'])
    expect(read?.badLines).toBe(0)
    expect(await journals.ids()).toEqual(['op-1'])
  })

  it('leaves out a torn last line at every length, and takes lines after it', async () => {
    await journals.begin(record('op-1'))
    const whole = readFileSync(path('op-1'))
    await journals.append('op-1', { type: 'prepared', at: 6 })
    const longer = readFileSync(path('op-1'))
    for (let length = whole.length; length < longer.length - 1; length++) {
      writeFileSync(path('op-1'), longer.subarray(0, length))
      const torn = await journals.read('op-1')
      expect(torn && has(torn, 'prepared')).toBe(false)
      await journals.append('op-1', ended)
      const read = await journals.read('op-1')
      expect(read && endOf(read)?.state).toBe('done')
    }
  })

  it('takes a line whose content was changed for none', async () => {
    await journals.begin(record('op-1'))
    await journals.append('op-1', ended)
    writeFileSync(path('op-1'), readFileSync(path('op-1'), 'utf8').replace('"state":"done"', '"state":"failed"'))
    const read = await journals.read('op-1')
    expect(read && endOf(read)).toBeNull()
    expect(read?.badLines).toBe(1)
  })

  it('lets the first end count', async () => {
    await journals.begin(record('op-1'))
    await journals.append('op-1', ended)
    await journals.append('op-1', { ...ended, state: 'rolled-back' })
    const read = await journals.read('op-1')
    expect(read && endOf(read)?.state).toBe('done')
  })

  it('never begins an operation twice, and keeps a journal that it cannot read under another name', async () => {
    await journals.begin(record('op-1'))
    await expect(journals.begin(record('op-1'))).rejects.toThrow('EEXIST')
    writeFileSync(path('op-2'), '{"sum":"')
    expect((await journals.read('op-2'))?.record).toBeNull()
    await journals.setAside('op-2')
    expect(readdirSync(join(own, 'journal')).sort()).toEqual(['op-1.jsonl', 'op-2.jsonl.unreadable'])
  })

  it('passes over a folder that has the name of a journal, and still reads the others', async () => {
    await journals.begin(record('op-1'))
    mkdirSync(join(journals.folder, 'op-2.jsonl'))
    expect((await journals.readAll()).map(({ id }) => id)).toEqual(['op-1'])
  })

  it('takes no id that is a path, and no record under another id', async () => {
    appendFileSync(join(own, 'x.jsonl'), '')
    expect(await journals.read('../x')).toBeNull()
    await journals.begin(record('op-1'))
    writeFileSync(path('op-9'), readFileSync(path('op-1')))
    expect((await journals.read('op-9'))?.record).toBeNull()
  })
})
