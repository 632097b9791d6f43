import type { Finding } from '@shared/domain/finding'
import { describe, expect, it } from 'vitest'
import type { WritePart } from '../agents/write-part'
import type { FileStep, OperationRecord } from '../operations/operation-record'
import { verifiedSessions } from './verified-sessions'

const source = { id: 's', agent: 'tact', root: '/store', origin: 'flag' } as const
const reading = { signal: new AbortController().signal, key: null, scratch: '/scratch', now: () => 0 }

/** A write part that finds a problem in one session, and notes what it was asked. */
function judging(bad: string): { write: WritePart; asked: [string, readonly string[]][] } {
  const asked: [string, readonly string[]][] = []
  const verify: WritePart['verify'] = async (_source, id, paths) => {
    asked.push([id, paths])
    const finding: Finding = { code: 'x', severity: 'problem', what: `${id} is not good` }
    return id === bad ? [finding] : []
  }
  return { write: { changes: ['import'], plan: () => Promise.reject(), verify, capture: async () => [] }, asked }
}

function recordOf(sessions?: OperationRecord['sessions']): OperationRecord {
  const steps = ['1/a', '2/b', '2/c'].map((id) => ({ id, path: `/store/${id}` }) as FileStep)
  const rest = { steps, ...(sessions && { sessions }) } as Partial<OperationRecord>
  return { kind: 'import', session: { source: 's', id: 'first' }, ...rest } as OperationRecord
}

describe('verifiedSessions', () => {
  const sessions = [
    { id: 'first', steps: ['1/a'] },
    { id: 'second', steps: ['2/b', '2/c'] }
  ]

  it('F5 asks the agent about each of several new sessions, with the files of its own that were written', async () => {
    const { write, asked } = judging('second')
    const written = ['/store/1/a', '/store/2/c']
    const found = await verifiedSessions(write, source, recordOf(sessions), written, reading)
    expect(found.map(({ what }) => what)).toEqual(['second is not good'])
    expect(asked).toEqual([
      ['first', ['/store/1/a']],
      ['second', ['/store/2/c']]
    ])
  })

  it('asks about the one session of any other change', async () => {
    const { write, asked } = judging('first')
    const found = await verifiedSessions(write, source, recordOf(), ['/store/1/a'], reading)
    expect([found.length, asked]).toEqual([1, [['first', ['/store/1/a']]]])
    expect(await verifiedSessions(undefined, source, recordOf(), [], reading)).toEqual([])
  })
})
