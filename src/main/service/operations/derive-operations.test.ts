import type { OperationState } from '@shared/domain/operation'
import { describe, expect, it } from 'vitest'
import { absent } from '../restore/file-facts'
import { deriveOperations } from './derive-operations'
import type { ReadJournal } from './journal'
import type { FileStep, JournalEntry, OperationRecord } from './operation-record'

const before = { exists: true, bytes: 1, sha256: 'a'.repeat(64), mode: 0o600, modifiedAt: 1 }
const place = { path: '/r/f', real: '/r/f', approvedRoot: '/r', makes: [], empties: [], because: '' }
const step: FileStep = { id: 's', action: 'replace', what: 'session', before, after: absent, ...place }

function journal(
  id: string,
  startedAt: number,
  rest: JournalEntry[],
  more: Partial<OperationRecord> = {}
): ReadJournal {
  const source = { id: 's', agent: 'gestura', root: '/r', origin: 'flag' } as const
  const record: OperationRecord = {
    ...{ format: 1, id, kind: 'restore', agent: 'gestura', session: { source: 's', id: 'x' }, source, title: 'T' },
    ...{ checkpoint: 'c', undoes: null, planId: 'p', digest: 'd', choices: {}, startedAt, holder: 'h', epoch: 1 },
    ...{ steps: [step], companions: [], kept: [], sessionTitle: null, workspace: null },
    ...more
  }
  const entries: JournalEntry[] = [{ type: 'begin', at: startedAt, record }, ...rest]
  return { id, path: id, record, entries, badLines: 0 }
}

function end(state: OperationState): JournalEntry {
  const verified = state === 'done'
  return { type: 'ended', at: 9, state, verified, by: 'apply', results: [], leftovers: [], message: 'said' }
}

const derive = (journals: ReadJournal[], holder: string | null = null, copies = true) =>
  deriveOperations(journals, {
    isRunning: (record) => record.holder === holder,
    hasCopy: () => copies,
    prunedAt: () => null
  })

describe('deriveOperations', () => {
  it('lists the newest first and leaves out what has no record', () => {
    const none: ReadJournal = { id: 'op-0', path: '', record: null, entries: [], badLines: 1 }
    const all = derive([journal('op-1', 1, [end('done')]), none, journal('op-2', 2, [end('rolled-back')])])
    expect(all.map(({ id, state, canUndo, message }) => [id, state, canUndo, message])).toEqual([
      ['op-2', 'rolled-back', false, 'said'],
      ['op-1', 'done', true, 'said']
    ])
  })

  it('tells one that runs from one that was interrupted and one that is stuck', () => {
    const stuck: JournalEntry = { type: 'stuck', at: 3, message: 'the disk', results: [] }
    expect(derive([journal('op-1', 1, [])], 'h')[0]).toMatchObject({ state: 'running', canUndo: false })
    expect(derive([journal('op-1', 1, [])])[0]).toMatchObject({ state: 'interrupted', canUndo: false })
    expect(derive([journal('op-1', 1, [stuck])])[0]).toMatchObject({
      state: 'failed',
      message: 'the disk',
      canUndo: false
    })
  })

  it('says that it cannot be undone when no safety copy is left', () => {
    expect(derive([journal('op-1', 1, [end('done')])], null, false)[0]).toMatchObject({
      canUndo: false,
      message: 'said The safety copy of 1 file is gone.'
    })
  })

  it('counts an undo only while it is not undone itself, however often', () => {
    const chain = ['op-1', 'op-2', 'op-3', 'op-4'].map((id, index) =>
      journal(id, index, [end('done')], index === 0 ? {} : { kind: 'undo', undoes: `op-${index}` })
    )
    const states = (count: number) => derive(chain.slice(0, count)).map(({ state }) => state)
    expect(states(2)).toEqual(['done', 'undone'])
    expect(states(3)).toEqual(['done', 'undone', 'done'])
    expect(states(4)).toEqual(['done', 'undone', 'done', 'undone'])
  })

  it('lets a failed undo count for nothing, and a partial one leave the rest to be undone', () => {
    const first = journal('op-1', 1, [end('done')])
    const failed = journal('op-2', 2, [end('rolled-back')], { kind: 'undo', undoes: 'op-1' })
    expect(derive([first, failed])[1]).toMatchObject({ state: 'done', undoneBy: null, canUndo: true })
    const kept = [{ step: 't', path: '/t', action: 'replace', outcome: 'kept' } as const]
    const partial = journal('op-3', 3, [end('done')], { kind: 'undo', undoes: 'op-1', kept })
    expect(derive([first, partial])[1]).toMatchObject({ state: 'done', undoneBy: 'op-3', canUndo: true })
    const two = journal('op-1', 1, [end('done')], { steps: [step, { ...step, id: 't' }] })
    const gone = journal('op-4', 4, [end('done')], { kind: 'undo', undoes: 'op-1' })
    expect(derive([two, gone])[1]).toMatchObject({ state: 'done', undoneBy: 'op-4', canUndo: true })
    const same = { step: 't', path: '/t', action: 'keep', outcome: 'kept' } as const
    const whole = journal('op-5', 5, [end('done')], { kind: 'undo', undoes: 'op-1', kept: [same] })
    expect(derive([two, whole])[1]).toMatchObject({ state: 'undone', canUndo: false })
  })
})
