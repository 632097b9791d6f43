import { ChangeKind } from '@shared/domain/change'
import { describe, expect, it } from 'vitest'
import { changeWords } from './changes'

describe('changeWords', () => {
  it('speaks of every kind, and of a deletion in other words than of a restore', () => {
    for (const kind of ChangeKind.options) expect(changeWords(kind).verb).toMatch(/^[A-Z]/)
    expect(changeWords('delete-checkpoint').done).toBe('deleted')
    expect(changeWords('restore').limits).toBe('Not brought back')
  })
})
