import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pictureOf } from '../../../../restore/testing/test-home'
import { sessionFile, walFile } from '../../store/layout'
import { listSessions } from '../../store/list-sessions'
import { loadSnapshot } from '../../store/load-session'
import { previewOpening } from '../../store/opening'
import { change, engineOn, undo, withoutLog } from '../testing/made-engine'
import { openStore, unwrap } from '../testing/made-store'

describe('delete', () => {
  it('a3s-7 removes what the agent would remove, leaves checkpoints, and the undo brings all of it back', async () => {
    for (const [store, id] of [
      ['weather', 'migration-half-done'],
      ['legacy', 'legacy-notes'],
      ['legacy', 'bare-v1'],
      ['migrated', 'migrated-notes'],
      ['corrupt', 'truncated']
    ] as const) {
      const place = engineOn(store)
      const [name = ''] = store === 'migrated' ? (await openStore(place.root)).list() : [id]
      const before = pictureOf(place.root)
      const theirs = engineOn(store)
      unwrap(await (await openStore(theirs.root)).delete(name))
      const { result } = await change(
        place,
        name,
        { kind: 'delete' },
        store === 'weather' ? { running: 'replace' } : {}
      )
      expect([name, result.state]).toEqual([name, 'done'])
      const files = (root: string) =>
        Object.keys(pictureOf(root)).filter((path) => !path.endsWith('/') && !path.startsWith('v1/wal'))
      expect(files(place.root)).toEqual(files(theirs.root))
      expect((await undo(place, result.operationId)).state).toBe('done')
      const contents = (picture: Record<string, string>) =>
        Object.entries(withoutLog(picture)).map(([path, what]) => `${path} ${what.split(' ')[2]}`)
      expect(contents(pictureOf(place.root))).toEqual(contents(before))
    }
  })
})

describe('delete in a store that a3s does not open', () => {
  it('removes the session that keeps it closed, and one beside a damaged log, and leaves the log as it is', async () => {
    for (const [store, opens] of [
      ['wal-open-intent-corrupt-session', true],
      ['wal-torn', false]
    ] as const) {
      const place = engineOn(store)
      const ids = listSessions(place.root, null)
      const id = ids.find((each) => !loadSnapshot(place.root, each, null).ok) ?? ids[0] ?? ''
      const log = readFileSync(walFile(place.root))
      const { result } = await change(place, id, { kind: 'delete' })
      expect([store, result.state, existsSync(sessionFile(place.root, id))]).toEqual([store, 'done', false])
      expect(readFileSync(walFile(place.root))).toEqual(log)
      expect(previewOpening(place.root, 'strict', null).ok).toBe(opens)
      expect((await undo(place, result.operationId)).state).toBe('done')
      expect(previewOpening(place.root, 'strict', null).ok).toBe(false)
    }
  })
})
