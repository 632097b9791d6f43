import { afterEach, expect, it, vi } from 'vitest'
import { sha256Of } from '../../../restore/file-facts'
import { diskGateway } from '../../../restore/gateway'
import { WriterConnection } from '../../foreign-sqlite/write/writer-connection'
import { removeHomes, sampleHome } from '../testing/sample-home'
import { native, targetOf } from './native-store'

afterEach(async () => {
  vi.restoreAllMocks()
  await removeHomes()
})

const session = '01a227dc-1948-77e3-bb4e-a12ee0fbf44f'
const full = 2

it('tact-5 a write waits until the disk has it, as with tact: the connection that writes is at synchronous = FULL', async () => {
  const asked: unknown[] = []
  const { close } = WriterConnection.prototype
  // The real connection, asked once more before it closes.
  vi.spyOn(WriterConnection.prototype, 'close').mockImplementation(async function (this: WriterConnection) {
    const [row] = await this.all('PRAGMA synchronous')
    asked.push(Number(row?.synchronous))
    return close.call(this)
  })
  const home = await sampleHome('tact')
  const access = { gateway: diskGateway, source: home.source, ...home.reading }
  const state = await native.read(targetOf(session, false), access)
  await native.exchange(targetOf(session, false), sha256Of(state ?? new Uint8Array()), null, access)
  expect(asked).toEqual([full])
})
