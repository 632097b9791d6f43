import { rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fixtureJson, storeCopy } from '../test-fixtures'
import { leaseFile } from './layout'
import { leaseProblem, readWriterLease } from './lease'

interface Outcome {
  readonly case: string
  readonly operation?: string
  readonly ok?: boolean
  readonly kind?: string
  readonly error?: string
}

const outcomes = fixtureJson<readonly Outcome[]>('outcomes-a3s.json').filter(
  (row) => row.case.startsWith('lease file: ') && row.operation === 'writer_lease'
)
const held = { schema: 'a3s.code.session-store-writer-lease.v1', epoch: 2, holderId: 'h', acquiredAtMs: 1 }
const contents: Readonly<Record<string, string | null>> = {
  'unknown field': JSON.stringify({ ...held, note: 'x' }),
  'epoch 0': JSON.stringify({ ...held, epoch: 0 }),
  'blank holder': JSON.stringify({ ...held, holderId: ' ' }),
  'not JSON': '{"schema',
  missing: null
}

describe('readWriterLease', () => {
  it('a3s-35 a3s-57 names holder and epoch, after a takeover too', () => {
    const one = readWriterLease(storeCopy('lease'), null)
    const three = readWriterLease(storeCopy('lease-takeover'), null)
    expect(one).toMatchObject({ ok: true, value: { epoch: 1n, holderId: 'desk-17:4821' } })
    expect(three).toMatchObject({ ok: true, value: { epoch: 3n, holderId: 'laptop-3:77' } })
  })

  it.each(outcomes.map((row) => [row.case.slice('lease file: '.length), row] as const))(
    'a3s-33 answers a lease file with %s as the crate does',
    (kind, row) => {
      const root = storeCopy('lease-takeover')
      const content = contents[kind]
      if (content === undefined) throw new Error(kind)
      if (content === null) rmSync(leaseFile(root))
      else writeFileSync(leaseFile(root), content)
      const lease = readWriterLease(root, null)
      if (row.ok === true) expect(lease).toEqual({ ok: true, value: null })
      else {
        const error = lease.ok ? '' : lease.error.replaceAll(root, '<store>')
        expect(lease).toMatchObject({ ok: false, kind: row.kind })
        expect(error.replace(/ at line .*/, '')).toBe(row.error?.replace(/ at line .*/, ''))
      }
    }
  )
})

describe('leaseProblem', () => {
  it('a3s-33 refuses epoch 0 and a blank holder', () => {
    const lease = { ...held, epoch: 1n, acquiredAtMs: 1n }
    expect(leaseProblem(lease)).toBeNull()
    expect(leaseProblem({ ...lease, epoch: 0n })).toMatch(/epoch/)
    expect(leaseProblem({ ...lease, holderId: '\t' })).toMatch(/holder/)
  })
})
