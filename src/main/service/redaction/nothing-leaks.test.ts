import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { ConfigDocument } from '@shared/domain/config'
import { afterEach, describe, expect, it } from 'vitest'
import { unasked, Walk } from '../../../../e2e/secrets/ask-everything'
import { type Leak, LeakSearch } from '../../../../e2e/secrets/find-leaks'
import { type PlantedSecret, SecretMaker, shapedKinds, shapelessKinds } from '../../../../e2e/secrets/make-secrets'
import { plantBrokenConfigs, plantSecrets } from '../../../../e2e/secrets/plant-secrets'
import { fixtures, plantedInFixtures } from '../../../../e2e/secrets/planted-in-fixtures'
import { adapters } from '../agents/registry'
import { inlineReaders } from '../readers/inline-readers'
import { createService } from '../service'
import type { RawConfigDocument } from './config-rules'
import { maskConfig } from './mask-config'

const folders: string[] = []

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'reprise-leaks-'))
  folders.push(path)
  return path
}

afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})

/** Our own files. Not the vault: a safety copy is the person's own file, byte for byte, and is searched for nothing. */
function ownFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(root, path).startsWith('vault'))
}

interface Search {
  readonly leaks: readonly Leak[]
  readonly walk: Walk
  readonly configEntries: number
  readonly masked: number
}

/** Runs the whole service on a home, asks for everything, and searches all that left it. */
async function searchAll(home: string, secrets: () => readonly PlantedSecret[]): Promise<Search> {
  const own = join(folder(), 'own')
  const left: { where: string; content: string | Uint8Array }[] = []
  const look = { home, env: { HOME: home }, platform: process.platform, cwd: home, flags: [] }
  const emit = (name: string, payload: unknown) =>
    left.push({ where: `event ${name}`, content: JSON.stringify(payload) })
  const service = await createService({ home: own, adapters, look, readers: inlineReaders, emit })
  const masks = { configEntries: 0, masked: 0 }
  const walk = new Walk(async (op, input) => {
    const progress = (value: unknown) => left.push({ where: `progress of ${op}`, content: JSON.stringify(value) })
    const envelope = await service.dispatch(op, input, {
      traceId: 'test',
      signal: new AbortController().signal,
      progress
    })
    const text = JSON.stringify(envelope)
    left.push({ where: `${op} ${JSON.stringify(input).slice(0, 120)}`, content: text })
    if (op === 'config.show') {
      masks.configEntries += text.split('"key":').length - 1
      masks.masked += text.split('"masked":').length - 1
    }
    return envelope
  })
  await walk.everything()
  // While it runs, the log of the database holds what the main file does not hold yet.
  for (const path of ownFiles(own)) left.push({ where: relative(own, path), content: readFileSync(path) })
  await service.close()
  for (const path of ownFiles(own))
    left.push({ where: `${relative(own, path)} at the end`, content: readFileSync(path) })
  const search = new LeakSearch(secrets())
  return { leaks: left.flatMap(({ where, content }) => search.find(where, content)), walk, ...masks }
}

/** Every configuration of every source and session of a home, as it was read and as it is shown. */
async function allConfigs(home: string): Promise<{ raw: RawConfigDocument[]; shown: ConfigDocument[] }> {
  const reading = { signal: new AbortController().signal, scratch: folder(), key: null, now: Date.now }
  const raw: RawConfigDocument[] = []
  const shown: ConfigDocument[] = []
  for (const adapter of adapters) {
    const places = { home, env: {}, platform: process.platform, cwd: home, settings: [], flags: [] }
    for (const source of await adapter.locate(places)) {
      const ids: (string | null)[] = [null]
      for await (const step of adapter.scan(source, { fingerprint: () => undefined }, reading)) {
        if (step.type === 'unit') ids.push(...step.sessions.map((session) => session.id))
      }
      for (const id of ids) {
        const documents = await adapter.config(source, id, reading)
        raw.push(...documents)
        shown.push(...documents.map((document) => maskConfig(document, adapter.configRules)))
      }
    }
  }
  return { raw, shown }
}

describe('no secret of a configuration leaves the service', () => {
  it('of hundreds of more than 25 kinds in every place of the three agents', async () => {
    const home = folder()
    const maker = new SecretMaker(20261129)
    const homes = plantSecrets(home, maker)
    expect(maker.made.length).toBeGreaterThanOrEqual(200)
    expect(new Set(maker.made.map((secret) => secret.kind)).size).toBeGreaterThanOrEqual(25)
    const { leaks, walk, masked, configEntries } = await searchAll(home, () => maker.made)
    expect(leaks).toEqual([])
    expect(unasked(walk.asked)).toEqual([])
    for (const ids of Object.values(homes.sessions)) {
      for (const id of ids) expect(walk.sessions.map((session) => session.id)).toContain(id)
    }
    // The masks are there because the values were read, not because nothing was.
    expect(masked).toBeGreaterThan(200)
    expect(configEntries).toBeGreaterThan(masked)
  }, 240_000)

  it('of each kind in each place', async () => {
    const kinds = Object.keys({ ...shapedKinds, ...shapelessKinds })
    for (const first of kinds.keys()) {
      const home = folder()
      const maker = new SecretMaker(first, first)
      plantSecrets(home, maker, 2)
      const { raw, shown } = await allConfigs(home)
      const search = new LeakSearch(maker.made)
      expect(search.find(`configurations, starting with ${kinds[first]}`, JSON.stringify(shown))).toEqual([])
      // The secrets were read: without the mask the search finds them.
      expect(search.find('raw', JSON.stringify(raw)).length).toBeGreaterThan(100)
      rmSync(home, { recursive: true, force: true })
    }
  }, 240_000)

  it('when the configuration does not parse, on the line that holds it', async () => {
    const home = folder()
    const maker = new SecretMaker(7)
    plantBrokenConfigs(home, maker)
    const { leaks } = await searchAll(home, () => maker.made)
    expect(leaks).toEqual([])
  }, 240_000)

  it.each(['gestura', 'tact-config', 'gestura-bad/config-json-only'])(
    'of the fixtures of %s',
    async (name) => {
      const home = folder()
      cpSync(join(fixtures, name), home, { recursive: true })
      const secrets = plantedInFixtures()
      expect(secrets.length).toBeGreaterThanOrEqual(35)
      const { leaks, masked } = await searchAll(home, () => secrets)
      expect(leaks).toEqual([])
      expect(masked).toBeGreaterThan(0)
    },
    240_000
  )
})
