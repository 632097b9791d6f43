import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pictureOf } from '../../../restore/testing/test-home'
import { legacySessionFile } from '../store/layout'
import { storeCopy } from '../test-fixtures'
import { openStore } from './testing/made-store'

it('a3s-14 leaves a legacy session whose id is too long for the present names, before anything is in the log', async () => {
  const id = 'x'.repeat(190)
  const store = await openStore(storeCopy('legacy'))
  const whole = readFileSync(join(store.root, 'legacy-notes.json'), 'utf8')
  writeFileSync(legacySessionFile(store.root, id), whole.replaceAll('"legacy-notes"', JSON.stringify(id)))
  const before = pictureOf(store.root)
  expect(await store.migrateLegacy(id)).toMatchObject({ ok: false, kind: 'name-too-long' })
  expect(pictureOf(store.root)).toEqual(before)
})
