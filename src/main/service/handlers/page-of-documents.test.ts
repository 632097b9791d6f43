import type { ConfigDocument } from '@shared/domain/config'
import { joinPages } from '@shared/ipc/join-pages'
import { describe, expect, it } from 'vitest'
import { answerBudget, jsonBytes } from '../transcripts/answer-size'
import { pageOfDocuments } from './page-of-documents'

const finding = { code: 'x', severity: 'notice' as const, what: 'Odd.' }
const document = (name: string, values: number): ConfigDocument => ({
  name,
  path: `/home/${name}`,
  present: true,
  entries: Array.from({ length: values }, (_, index) => ({ key: `list[${index}].name`, value: 'x'.repeat(100) })),
  findings: [finding]
})

describe('pageOfDocuments', () => {
  it('gives documents in pieces that joined are the documents, findings once', () => {
    const documents = [document('small', 3), document('none', 0), document('large', 20_000), document('last', 1)]
    let all = pageOfDocuments(documents, 0)
    let pages = 1
    expect(all.total).toBe(4 + 20_004)
    while (all.next !== null) {
      const page = pageOfDocuments(documents, all.next)
      expect(jsonBytes(page)).toBeLessThan(answerBudget * 1.1)
      all = joinPages['config.show'](all, page)
      pages += 1
    }
    expect(pages).toBeGreaterThan(2)
    expect(all.documents).toEqual(documents)
  })
})
