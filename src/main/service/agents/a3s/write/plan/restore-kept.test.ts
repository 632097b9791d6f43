import { describe, expect, it } from 'vitest'
import { listSessions } from '../../store/list-sessions'
import { engineOn } from '../testing/made-engine'
import { write } from '../write-part'

describe('a plan that puts a kept session back', () => {
  it('names workflow checkpoints that no copy of it holds, and none that it holds', async () => {
    const place = engineOn('weather')
    const said = async (id: string) => {
      const parts = await write.capture(place.source, id, place.reading)
      place.keep(parts)
      const session = { source: place.source.id, id }
      const { cannot } = await place.engine.makePlan({ kind: 'restore', session, checkpoint: 'kept' })
      const holds = parts.some(({ path }) => path.includes('workflow_checkpoints'))
      return [holds, cannot.some(({ what }) => what.includes('workflow checkpoint'))]
    }
    const all = []
    for (const id of listSessions(place.root, null)) all.push(await said(id))
    expect(all).toContainEqual([true, false])
    expect(all).toContainEqual([false, true])
    expect(all.every(([holds, names]) => holds !== names)).toBe(true)
  })
})
