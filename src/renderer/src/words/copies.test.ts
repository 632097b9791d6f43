import type { VaultCopy } from '@shared/domain/vault'
import { describe, expect, it } from 'vitest'
import { staysWords } from './copies'

const day = 86_400_000
const copy: VaultCopy = {
  ...{ id: 'a', kind: 'safety', session: { source: 's', id: 'x' }, checkpoint: null, title: 'A session', label: null },
  ...{ madeAt: 0, bytes: 1, missing: 0, kept: null }
}

describe('staysWords', () => {
  it('says until when, and when that is over', () => {
    expect(staysWords(copy, 30, day)).toMatch(/^until 31 Jan.*, while there is room$/)
    expect(staysWords(copy, 30, 31 * day)).toBe('goes at the next tidying up')
  })

  it('says shortly why a copy stays in any case', () => {
    expect(staysWords({ ...copy, kept: 'The last change of /a/b can only be undone with it.' }, 30, day)).toBe(
      'needed for the newest undo'
    )
    expect(staysWords({ ...copy, label: 'mine', kept: 'It has a label.' }, 30, day)).toBe('It has a label.')
  })
})
