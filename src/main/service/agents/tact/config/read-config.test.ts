import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { maskConfig } from '../../../redaction/mask-config'
import { removeHomes, sampleHome } from '../testing/sample-home'
import { configRules } from './config-rules'
import { readConfig } from './read-config'

afterEach(removeHomes)

describe('readConfig', () => {
  it('tact-23 gives every secret of the sample to the mask, and none comes through', async () => {
    const home = await sampleHome('tact-config')
    const [config] = await readConfig(home.source)
    if (!config) throw new Error('no document')
    expect(JSON.stringify(config.root)).toContain('sk-fake-mcp-env')
    const masked = JSON.stringify(maskConfig(config, configRules))
    expect(masked).not.toContain('sk-fake')
    expect(masked).toContain('DOCS_TOKEN')
    expect(masked).toContain('/home/dev/weather')
  })

  it('tells whether credentials are there without reading them', async () => {
    const home = await sampleHome('tact-config')
    const documents = await readConfig(home.source)
    const auth = documents.find((document) => document.name.startsWith('auth.json'))
    expect(auth).toMatchObject({ present: true, root: undefined, path: join(home.home, '.codex', 'auth.json') })
    expect(JSON.stringify(documents.slice(1))).not.toContain('sk-fake')
    const memory = documents.find((document) => document.name.startsWith('memory'))
    expect(memory).toMatchObject({ present: false })
  })

  it('looks for credentials where config.toml says, and first where the environment said', async () => {
    const home = await sampleHome(null)
    mkdirSync(home.source.root, { recursive: true })
    writeFileSync(join(home.source.root, 'config.toml'), '[auth]\nfile = "keys/auth.json"\n')
    const path = async (extra = {}) =>
      (await readConfig({ ...home.source, extra: { ...home.source.extra, ...extra } }))[1]?.path
    expect(await path()).toBe(join(home.source.root, 'keys', 'auth.json'))
    expect(await path({ authFile: '/elsewhere/auth.json' })).toBe('/elsewhere/auth.json')
  })

  it('says that there is no file without a finding', async () => {
    const home = await sampleHome(null)
    expect((await readConfig(home.source))[0]).toMatchObject({ present: false, findings: [] })
  })
})
