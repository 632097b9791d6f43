import type { ConfigDocument } from '@shared/domain/config'
import { describe, expect, it } from 'vitest'
import { configRows, foldOf } from './config-rows'

const entries = Array.from({ length: 14 }, (_, at) => ({ key: at < 2 ? `plain_${at}` : `llm.part${at}`, value: at }))
const document: ConfigDocument = { name: 'config.yaml', path: null, present: true, entries, findings: [] }
const small: ConfigDocument = {
  ...document,
  entries: [
    { key: 'api.key', masked: { kind: 'api key', because: 'name' } },
    { key: 'model', value: 'Sonnet' }
  ]
}
const shape = (documents: ConfigDocument[], folded: string[] = [], words: string[] = []) =>
  configRows(documents, { folded: new Set(folded), words }).map(({ kind }) => kind)

describe('configRows', () => {
  it('cuts long documents into groups, and leaves short ones whole', () => {
    expect(shape([small])).toEqual(['document', 'entry', 'entry'])
    expect(shape([document]).filter((kind) => kind === 'group')).toHaveLength(2)
    expect(shape([document])).toHaveLength(1 + 2 + 14)
  })

  it('leaves out what is folded', () => {
    expect(shape([document], ['0'])).toEqual(['document'])
    expect(shape([document], ['0/llm'])).toEqual(['document', 'group', 'entry', 'entry', 'group'])
  })

  it('has nothing to unfold where a document holds nothing', () => {
    const [row] = configRows([{ ...document, entries: [] }], { folded: new Set(), words: [] })
    expect(row && foldOf(row)).toBeNull()
  })

  it('finds values by key, text and mask, in spite of what is folded', () => {
    expect(shape([document, small], ['1'], ['sonnet'])).toEqual(['document', 'entry'])
    expect(shape([small], [], ['api', 'masked'])).toEqual(['document', 'entry'])
    expect(shape([small], [], ['nothing'])).toEqual([])
  })

  it('gives every row a name of its own, also where a key comes twice', () => {
    const twice = { ...small, entries: [small.entries[0], small.entries[0]].filter((entry) => entry !== undefined) }
    const ids = configRows([twice, twice], { folded: new Set(), words: [] }).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
