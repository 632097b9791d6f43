import { chmodSync, statSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { sha256Of } from '../../../restore/file-facts'
import { diskGateway } from '../../../restore/gateway'
import { removeHomes, sampleHome } from '../testing/sample-home'
import { native, targetOf } from './native-store'

afterEach(removeHomes)

const session = '01a227dc-1948-77e3-bb4e-a12ee0fbf44f'

it.skipIf(process.platform === 'win32')(
  'a store that others can read is for its owner alone once it is written, as with tact',
  async () => {
    const home = await sampleHome('tact')
    const access = { gateway: diskGateway, source: home.source, ...home.reading }
    chmodSync(home.database, 0o644)
    const state = await native.read(targetOf(session, false), access)
    expect(statSync(home.database).mode & 0o777).toBe(0o644)
    await native.exchange(targetOf(session, false), sha256Of(state ?? new Uint8Array()), null, access)
    expect(statSync(home.database).mode & 0o777).toBe(0o600)
  }
)
