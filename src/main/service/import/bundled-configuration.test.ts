import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BundleManifest } from '@shared/domain/bundle'
import type { ConfigDocument } from '@shared/domain/config'
import { ExpectedFailure } from '@shared/ipc/errors'
import { afterEach, describe, expect, it } from 'vitest'
import type { HomeService } from '../testing/home-service'
import { rawZip } from './testing/raw-zip'
import { homeWith, inspect } from './testing/two-homes'
import { zipContents } from './testing/zip-contents'

const open: HomeService[] = []
afterEach(async () => {
  for (const place of open.splice(0)) await place.close()
})

const claude = '5d743016-5361-4489-91a8-75bda6be4941'
const key = `sk-ant-api03-${'a1B2c3D4e5'.repeat(9)}AA`

/** A home with settings, and a bundle that has them along. */
async function bundled(): Promise<{ place: HomeService; path: string }> {
  const place = await homeWith('agents/claude-code')
  open.push(place)
  place.put('.claude/settings.json', JSON.stringify({ cleanupPeriodDays: 90, env: { ANTHROPIC_API_KEY: key } }))
  const session = await place.ref(claude)
  const path = join(place.home, 'with-settings.reprise')
  await place.call('bundle.make', { session, path, configuration: true, exact: true })
  return { place, path }
}

async function configurationIn(place: HomeService, path: string, offset = 0) {
  const { importId } = await inspect(place, path)
  return place.call('import.configuration', { importId, input: 0, offset })
}

/** The same bundle with another configuration in its manifest, as anybody could make it. */
async function withConfiguration(path: string, documents: readonly ConfigDocument[]): Promise<string> {
  const contents = new Map(await zipContents(path))
  const manifest = JSON.parse(String(contents.get('manifest.json'))) as BundleManifest
  contents.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, configuration: documents })))
  writeFileSync(path, rawZip([...contents].map(([name, content]) => ({ name, content }))))
  return path
}

describe('import.configuration', () => {
  it('F1 shows what came along as the Config tab would, masked, with no place of the sender', async () => {
    const { place, path } = await bundled()
    const session = await place.ref(claude)
    const shown = (await place.call('config.show', { session })).documents.filter(({ present }) => present)
    const { documents, next } = await configurationIn(place, path)
    expect(documents).toEqual(shown.map((document) => ({ ...document, path: null })))
    const entries = documents.flatMap((document) => document.entries)
    expect(entries).toContainEqual({ key: 'cleanupPeriodDays', value: 90 })
    expect(entries.find((entry) => entry.key.endsWith('ANTHROPIC_API_KEY'))?.masked).toBeDefined()
    expect([next, JSON.stringify(documents).includes(key)]).toEqual([null, false])
  })

  it('F1 masks once more what the maker of a bundle did not', async () => {
    const { place, path } = await bundled()
    const finding = { code: 'x', severity: 'notice', what: `see ${key}` } as const
    const made = await withConfiguration(path, [
      {
        ...{ name: `settings ${key}`, path: '/home/mira/.claude/settings.json', present: true, findings: [finding] },
        entries: [
          { key: 'env.A', value: `use ${key}` },
          { key: 'servers[0].password', value: 'rain' },
          { key: `env.${key}`, value: 'plain' },
          { key: 'model', value: 'opus' }
        ]
      }
    ])
    const { documents } = await configurationIn(place, made)
    expect(JSON.stringify(documents)).not.toContain(key)
    expect(documents[0]?.path).toBe(null)
    expect(documents[0]?.entries.map(({ value, masked }) => value ?? masked?.because)).toEqual([
      ...['value', 'name', 'plain', 'opus']
    ])
  })

  it('shows no more than a Config tab would, however much a manifest holds, in pages', async () => {
    const { place, path } = await bundled()
    const entries = Array.from({ length: 9000 }, (_, at) => ({ key: `key ${at}`, value: 'x'.repeat(200) }))
    const made = await withConfiguration(path, [
      { name: 'settings.json', path: null, present: true, entries, findings: [] }
    ])
    const { importId, inputs } = await inspect(place, made)
    expect(inputs[0]?.bundle?.settings).toBe(9000)
    let shown = 0
    for (let offset: number | null = 0; offset !== null; ) {
      const page: { documents: ConfigDocument[]; next: number | null } = await place.call('import.configuration', {
        ...{ importId, input: 0, offset }
      })
      shown += page.documents.flatMap((document) => document.entries).length
      offset = page.next
    }
    expect(shown).toBe(5000)
  })

  it('says that an import is not open any more', async () => {
    const { place } = await bundled()
    await expect(place.call('import.configuration', { importId: 'gone', input: 0 })).rejects.toBeInstanceOf(
      ExpectedFailure
    )
  })
})
