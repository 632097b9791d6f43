import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { absent } from '../restore/file-facts'
import { diskGateway } from '../restore/gateway'
import { type SafetyCopy, Vault } from './vault'

let own: string
let vault: Vault

beforeEach(() => {
  own = mkdtempSync(join(tmpdir(), 'reprise-vault-'))
  vault = new Vault(diskGateway, own)
})

afterEach(() => rmSync(own, { recursive: true, force: true }))

const copy: SafetyCopy = {
  format: 1,
  operation: 'op-1',
  madeAt: 5,
  label: 'before the trip',
  files: [{ step: 's', path: '/a', before: absent, displaced: null }]
}

describe('Vault', () => {
  it('gives back the list of an operation, also to another process', async () => {
    await vault.keep(copy)
    expect(await new Vault(diskGateway, own).copyOf('op-1')).toEqual(copy)
    expect(statSync(join(own, 'vault/copies/op-1.json')).mode & 0o777).toBe(0o600)
    expect(statSync(join(own, 'vault')).mode & 0o777).toBe(0o700)
  })

  it('has no list for an operation without one, or with a damaged one', async () => {
    expect(await vault.copyOf('op-2')).toBeNull()
    await vault.keep(copy)
    for (const damage of ['', '{', '{"format":2}']) {
      writeFileSync(join(own, 'vault/copies/op-1.json'), damage)
      expect(await vault.copyOf('op-1')).toBeNull()
    }
  })

  it('removes only unfinished writes when it is tidied', async () => {
    await vault.tidy()
    const { sha256 } = await vault.blobs.put(Buffer.from('kept'))
    await vault.keep(copy)
    const size = await vault.size()
    writeFileSync(join(own, 'vault/blobs/incoming-1-a.tmp'), 'half')
    writeFileSync(join(own, 'vault/copies/op-1.json.1-a.tmp'), 'half')
    await vault.tidy()
    expect(readdirSync(join(own, 'vault/copies'))).toEqual(['op-1.json'])
    expect((await vault.blobs.get(sha256)).toString()).toBe('kept')
    expect(await vault.size()).toBe(size)
    expect([...(await vault.blobs.names())]).toEqual([sha256])
  })
})
