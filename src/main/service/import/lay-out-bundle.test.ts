import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BundleManifest } from '@shared/domain/bundle'
import { afterAll, describe, expect, it } from 'vitest'
import { rawZip } from './testing/raw-zip'
import { homeWith, inspect } from './testing/two-homes'
import { zipContents } from './testing/zip-contents'

const place = await homeWith('core/tact')
afterAll(() => place.close())

/** A bundle of a session of tact in which its rows are named as often as is asked. */
async function withRows(times: number): Promise<string> {
  const path = join(place.home, `rows-${times}.reprise`)
  const session = await place.ref('01a227e1-3686-7c03-978f-5fb39ceb75e4')
  await place.call('bundle.make', { session, path, exact: true })
  const contents = new Map(await zipContents(path))
  const manifest = JSON.parse(String(contents.get('manifest.json'))) as BundleManifest
  const [part] = manifest.sessions[0]?.parts ?? []
  if (part === undefined) throw new Error('a session has rows')
  for (let more = 1; more < times; more += 1) {
    const name = `parts/${more}`
    contents.set(name, contents.get(part.name) ?? Buffer.alloc(0))
    manifest.sessions[0]?.parts.push({ ...part, name })
  }
  contents.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  const entries = [...contents].map(([name, content]) => ({ name, content }))
  writeFileSync(path, rawZip(entries))
  return path
}

describe('a bundle that holds rows', () => {
  it('F5 is laid out when each session is named once', async () => {
    expect((await inspect(place, await withRows(1))).sessions).toHaveLength(1)
  })

  it('is refused when it names the rows of a session twice', async () => {
    await expect(inspect(place, await withRows(2))).rejects.toMatchObject({
      failure: { code: 'refused', message: expect.stringContaining('twice') }
    })
  })
})
