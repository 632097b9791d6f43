import { afterEach, describe, expect, it } from 'vitest'
import { allEntries, folderFacts, removeHomes, sampleHome } from '../testing/sample-home'
import { write } from './write-part'

afterEach(removeHomes)

describe('planning', () => {
  it.each([
    ['tact', '01a227dd-ce8e-75f3-b00c-fcc4c80c8f2c'],
    ['tact-wal', '01a227e2-6923-7c90-86ab-515ed88fe047'],
    ['tact-wal-first', '01a227e2-89fd-7e60-982e-af99f86daed7']
  ])('tact-36 of every change of %s changes and creates nothing in the store', async (folder, sessionId) => {
    const home = await sampleHome(folder)
    const [first] = (await allEntries(await home.open(sessionId))).filter(({ kind }) => kind === 'user')
    const before = folderFacts(home.source.root)
    const parts = await write.capture(home.source, sessionId, home.reading)
    const changes = [
      { kind: 'restore', sessionId, checkpoint: 'resume-state' },
      { kind: 'restore-kept', sessionId, parts },
      { kind: 'restore-to-entry', sessionId, entry: first?.id ?? '' },
      { kind: 'fork', sessionId, checkpoint: null, entry: null, workspace: null },
      { kind: 'delete', sessionId },
      { kind: 'import', sessionId, from: home.source, key: null, workspace: home.source.root }
    ] as const
    for (const change of changes) expect((await write.plan(home.source, change, home.reading)).steps).toHaveLength(1)
    await write.verify(home.source, sessionId, [home.database], home.reading)
    expect(folderFacts(home.source.root)).toEqual(before)
    expect([...write.changes].sort()).toEqual(changes.map(({ kind }) => kind).sort())
  })

  it('refuses what the store of tact does not have', async () => {
    const home = await sampleHome('tact')
    const sessionId = '01a227dd-ce8e-75f3-b00c-fcc4c80c8f2c'
    for (const kind of ['collect', 'migrate'] as const) {
      await expect(write.plan(home.source, { kind, sessionId }, home.reading)).rejects.toMatchObject({
        failure: { code: 'refused' }
      })
    }
  })
})
