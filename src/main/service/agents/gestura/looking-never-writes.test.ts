import { describe, expect, it } from 'vitest'
import { browseEverything } from './testing/browse-everything'
import { fixtureHome, fixtureJson, sourceAt } from './testing/fixture-home'
import { snapshotTree } from './testing/snapshot-tree'

describe('looking at everything', () => {
  it('changes and creates nothing in a home', async () => {
    const home = fixtureHome('gestura')
    const before = snapshotTree(home)
    const { sessions, plans } = await browseEverything(sourceAt(home))
    expect(snapshotTree(home)).toEqual(before)
    // Else the browsing itself would prove nothing.
    expect(sessions).toHaveLength(16)
    expect(plans).toBe(74)
  })

  it('changes and creates nothing in any odd or damaged home', async () => {
    const cases = new Set(fixtureJson<{ case: string }[]>('outcomes-gestura.json').map((row) => row.case))
    cases.delete('gestura')
    expect(cases.size).toBe(109)
    for (const name of cases) {
      const home = fixtureHome(`gestura-bad/${name}`)
      const before = snapshotTree(home)
      await browseEverything(sourceAt(home))
      expect(snapshotTree(home), name).toEqual(before)
    }
  })
})
