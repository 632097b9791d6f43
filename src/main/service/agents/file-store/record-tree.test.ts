import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { asList, asName, asObject } from '../json-access'
import { bytesSource } from '../lines/byte-source'
import { lastAnswerTo, openCalls } from './end-of-entry'
import { pathTo, type RecordFacts, readTree } from './record-tree'
import { chainFindings } from './written-chain'

const folder = mkdtempSync(join(tmpdir(), 'reprise-tree-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Records of a format made for this: `{id, of, role, calls, answers}`. */
function factsOf(value: unknown): RecordFacts {
  const { id, of, role, calls, answers } = asObject(value)
  const names = (list: unknown) => asList(list).flatMap((each) => asName(each) ?? [])
  return {
    id: asName(id),
    parent: of === undefined ? undefined : asName(of),
    role: role === 'prompt' || role === 'state' ? role : 'message',
    calls: names(calls),
    answers: names(answers)
  }
}

const linesOf = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')
const treeOf = (records: readonly object[]) => readTree(bytesSource(Buffer.from(linesOf(records))), factsOf)
const idsOf = (records: readonly { readonly id: string | null }[]) => records.map(({ id }) => id)
const branched = [
  { id: 'a', of: null, role: 'prompt' },
  { id: 'b', of: 'a', calls: ['1', '2'] },
  { id: 'c', of: 'b', answers: ['1'] },
  { id: 'd', of: 'c', answers: ['2'] },
  { id: 'e', of: 'd' },
  { id: 'f', of: 'a', role: 'prompt' }
]

describe('pathTo', () => {
  it('leads from a record to the first one, also on a branch that was left', () => {
    const tree = treeOf(branched)
    const [, , , , left, live] = tree.records
    expect([left, live].map((end) => end && idsOf(pathTo(tree, end).records))).toEqual([
      ['a', 'b', 'c', 'd', 'e'],
      ['a', 'f']
    ])
  })

  it('takes all pieces of one id, follows the record before where none is named, and says where one is missing', () => {
    const tree = treeOf([{ id: 'a', of: 'gone' }, { id: 'b' }, { id: 'b' }, { role: 'state' }, { id: 'c' }])
    const last = tree.records.at(-1)
    expect(last && pathTo(tree, last)).toMatchObject({ torn: true })
    expect(last && idsOf(pathTo(tree, last).records)).toEqual(['a', 'b', 'b', 'c'])
  })

  it('ends where records lead in a circle, and goes up a long way at once', () => {
    const circle = treeOf([
      { id: 'a', of: 'b' },
      { id: 'b', of: 'a' }
    ])
    expect(circle.records[0] && pathTo(circle, circle.records[0]).records).toHaveLength(2)
    const long = treeOf(Array.from({ length: 100_000 }, (_, index) => ({ id: `${index}`, of: `${index - 1}` })))
    const last = long.records.at(-1)
    expect(last && pathTo(long, last).records).toHaveLength(100_000)
  })
})

describe('lastAnswerTo', () => {
  it('gives the last result of the calls of a reply, and the reply where it has none', () => {
    const tree = treeOf(branched)
    expect(idsOf(tree.records.map((record) => lastAnswerTo(tree, record)))).toEqual(['a', 'd', 'c', 'd', 'e', 'f'])
    expect(openCalls(tree.records.slice(0, 3))).toBe(1)
  })
})

describe('chainFindings', () => {
  const codesOf = (text: string) => {
    const path = join(folder, 'written.jsonl')
    writeFileSync(path, text)
    return chainFindings('pi', path, factsOf).map(({ code }) => code)
  }

  it('finds nothing in a chain with a prompt', () => {
    expect(codesOf(linesOf(branched.slice(0, 5)))).toEqual([])
  })

  it('finds damage, a conversation without a prompt, and records that the agent would not load', () => {
    expect(codesOf(`${linesOf(branched.slice(0, 1))}{"id":\n${linesOf(branched.slice(1, 2))}`)).toEqual([
      'pi.restore.line'
    ])
    expect(codesOf(linesOf([{ id: 'a', of: null }]))).toEqual(['pi.restore.empty'])
    expect(codesOf(linesOf(branched))).toEqual(['pi.restore.leaf'])
  })
})
