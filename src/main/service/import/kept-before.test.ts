import { describe, expect, it } from 'vitest'
import { sha256Of } from '../restore/file-facts'
import type { StepDraft } from '../restore/plan-draft'
import type { KeptSession } from '../vault/kept-sessions'
import { keptBefore } from './kept-before'
import type { ListedImport } from './list-imported'

const one = { source: { location: { agent: 'gestura' } }, id: 'a' } as unknown as ListedImport
const steps = (...texts: readonly string[]) =>
  texts.map((text) => ({ content: Buffer.from(text) })) as unknown as readonly StepDraft[]

function copy(id: string, madeAt: number, texts: readonly string[], more: Partial<KeptSession> = {}): KeptSession {
  const parts = texts.map((text) => ({ content: { sha256: sha256Of(Buffer.from(text)), bytes: text.length } }))
  const rest = { session: { source: 's', id: 'a' }, source: { agent: 'gestura' }, ...more }
  return { id, madeAt, parts, ...rest } as unknown as KeptSession
}

describe('keptBefore', () => {
  it('F5 finds the newest copy that holds every byte of what would be kept', () => {
    const kept = [copy('old', 1, ['x', 'y']), copy('new', 2, ['x', 'y', 'z']), copy('less', 3, ['x'])]
    expect(keptBefore(kept, one, steps('x', 'y'))?.id).toBe('new')
    expect(keptBefore(kept, one, steps('x', 'other'))).toBe(null)
  })

  it('takes neither another session nor another agent for the same, and nothing for no content', () => {
    const other = copy('other', 1, ['x'], { session: { source: 's', id: 'b' } })
    const foreign = copy('foreign', 1, ['x'], { source: { agent: 'tact' } as KeptSession['source'] })
    expect(keptBefore([other, foreign], one, steps('x'))).toBe(null)
    expect(keptBefore([copy('a', 1, ['x'])], one, steps())).toBe(null)
  })
})
