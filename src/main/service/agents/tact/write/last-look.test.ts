import { afterEach, expect, it } from 'vitest'
import { sha256Of } from '../../../restore/file-facts'
import { diskGateway } from '../../../restore/gateway'
import { removeHomes, sampleHome } from '../testing/sample-home'
import { changeStore, pictureOfStore } from '../testing/store-rows'
import { native, targetOf } from './native-store'

afterEach(removeHomes)

const session = '01a227dc-1948-77e3-bb4e-a12ee0fbf44f'

it('A18 commits nothing where the store itself would keep other values than it is given', async () => {
  const home = await sampleHome('tact')
  const access = { gateway: diskGateway, source: home.source, ...home.reading }
  const change = (sql: string) => changeStore(home.database, (database) => database.exec(sql))
  change("ALTER TABLE events ADD COLUMN weather TEXT; UPDATE events SET weather = '012'")
  const state = (await native.read(targetOf(session, false), access)) ?? new Uint8Array()
  await native.exchange(targetOf(session, false), sha256Of(state), null, access)
  // The same name with another type: SQLite makes the number 12 of the text.
  change('ALTER TABLE events DROP COLUMN weather; ALTER TABLE events ADD COLUMN weather INTEGER')
  const before = await pictureOfStore(home.database)
  const exchanged = native.exchange(targetOf(session, false), null, state, access)
  await expect(exchanged).rejects.toMatchObject({ failure: { code: 'verify.failed' } })
  expect(await pictureOfStore(home.database)).toEqual(before)
  expect(await native.read(targetOf(session, false), access)).toBeNull()
})
