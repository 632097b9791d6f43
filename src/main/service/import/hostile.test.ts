import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync
} from 'node:fs'
import { join } from 'node:path'
import { bundleVersion } from '@shared/domain/bundle'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HomeService } from '../testing/home-service'
import { type RawEntry, rawZip } from './testing/raw-zip'
import { emptyHome, fixtures, homeWith, inspect } from './testing/two-homes'
import { zipContents } from './testing/zip-contents'

let place: HomeService
let workspace: string
let good: ReadonlyMap<string, Buffer>
let made = 0

beforeAll(async () => {
  const there = await homeWith('agents/claude-code')
  const session = await there.ref('5d743016-5361-4489-91a8-75bda6be4941')
  const { path } = await there.call('bundle.make', { session, path: join(there.home, 'good.reprise') })
  good = await zipContents(path)
  await there.close()
  ;({ place, workspace } = await emptyHome('.claude/projects'))
})
afterAll(() => place.close())

let before: readonly string[]
beforeEach(() => {
  before = everything()
})

/** All names in the home but those of our own folder, where scratch comes and goes. */
function everything(): readonly string[] {
  return readdirSync(place.home, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.reprise') && !name.startsWith('input-'))
    .sort()
}

/** What lies unpacked in our scratch folder. */
function scratch(): readonly string[] {
  const root = join(place.own, 'scratch', String(process.pid))
  return readdirSync(root).filter((name) => name.startsWith('import-'))
}

function input(bytes: Uint8Array, name = 'x.zip'): string {
  made += 1
  const folder = join(place.home, `input-${made}`)
  mkdirSync(folder)
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}

/** Refused with these words, within a bounded time, with nothing left and nothing written anywhere. */
async function refused(path: string, words: RegExp, code = 'refused'): Promise<void> {
  const began = performance.now()
  const heap = process.memoryUsage().rss
  await expect(inspect(place, path)).rejects.toMatchObject({ failure: { code, message: expect.stringMatching(words) } })
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(process.memoryUsage().rss - heap).toBeLessThan(400 * 1024 * 1024)
  expect(scratch()).toEqual([])
  expect(everything()).toEqual(before)
}

const zipOf = (...entries: readonly RawEntry[]) => input(rawZip(entries))
const line = '{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"hi"}}\n'

/** The good bundle with some of its entries changed. */
function bundleWith(change: (entries: Map<string, Buffer | string>) => void): string {
  const entries = new Map<string, Buffer | string>(good)
  change(entries)
  return input(rawZip([...entries].map(([name, content]) => ({ name, content }))), 'x.reprise')
}

function manifestWith(change: (manifest: Record<string, unknown>) => void): string {
  return bundleWith((entries) => {
    const manifest = JSON.parse(String(entries.get('manifest.json'))) as Record<string, unknown>
    change(manifest)
    entries.set('manifest.json', JSON.stringify(manifest))
  })
}

describe('names in an archive', () => {
  it.each([
    ['../../outside.jsonl', /leads out of the folder/],
    ['a/../../outside.jsonl', /leads out of the folder/],
    ['/etc/outside.jsonl', /from the root of a disk/],
    ['C:/outside.jsonl', /from the root of a disk/],
    ['\\\\host\\share', /from the root of a disk/],
    ['a\\..\\..\\outside', /backslash/],
    ['a/./b', /empty name/],
    ['a//b', /empty name/],
    ['projects/CON', /a device/],
    ['projects/nul.jsonl', /a device/],
    ['COM1.txt', /a device/],
    ['name.', /dot or a blank/],
    ['line\nfeed', /control characters/],
    [`${'d/'.repeat(60)}f`, /folders deep/],
    ['n'.repeat(1200), /longer than/],
    ['n'.repeat(256), /more than 255 bytes/]
  ])('%j is refused', async (name, words) => {
    await refused(zipOf({ name: 'projects/p/s.jsonl', content: line }, { name, content: line }), words)
  })

  it('the same name twice is refused, also in another case, and as file and folder', async () => {
    await refused(zipOf({ name: 'a.jsonl' }, { name: 'a.jsonl' }), /there twice/)
    await refused(zipOf({ name: 'a.jsonl' }, { name: 'A.jsonl' }), /the same as/)
    await refused(zipOf({ name: 'caf\u00e9' }, { name: 'cafe\u0301' }), /the same as/)
    await refused(zipOf({ name: 'a' }, { name: 'a/b' }), /a file and a folder at once/)
  })
})

describe('what an archive holds', () => {
  it('links, devices and what is encrypted are refused', async () => {
    await refused(zipOf({ name: 'a', content: '/etc/passwd', mode: 0o120777 }), /it is a link/)
    await refused(zipOf({ name: 'a', mode: 0o020666 }), /a device or a pipe/)
    await refused(zipOf({ name: 'a', mode: 0o010666 }), /a device or a pipe/)
    await refused(zipOf({ name: 'a', content: 'x', encrypted: true, packed: true }), /encrypted/)
  })

  it('a bomb is refused by its ratio, by what it claims, and by entries that lie over each other', async () => {
    const zeros = Buffer.alloc(96 * 1024 * 1024)
    await refused(zipOf({ name: 'a.jsonl', content: zeros, packed: true }), /times its size/)
    await refused(zipOf({ name: 'a.jsonl', content: 'x', packed: true, claims: 3_000_000_000 }), /at most/)
    const many = Array.from({ length: 40 }, (_, index) => ({ name: `a${index}`, packed: true, claims: 60_000_000 }))
    await refused(zipOf(...many), /at most/)
    const over = Array.from({ length: 50 }, (_, index) => ({
      name: `o${index}`,
      content: line.repeat(50),
      ...(index > 0 && { sameAs: 0 })
    }))
    await refused(zipOf(...over), /lie over each other/)
  }, 60_000)

  it('one that says less than it gives is refused', async () => {
    await refused(zipOf({ name: 'a.jsonl', content: 'x'.repeat(10_000), packed: true, claims: 10 }), /damaged/)
  })

  it('more entries than anybody needs are refused before they are read', async () => {
    const entries = Array.from({ length: 60_000 }, (_, index) => ({ name: `f/${index}` }))
    await refused(input(rawZip(entries)), /more than 50000 files/)
  }, 60_000)

  it('one that is cut off, or is none, is refused', async () => {
    const whole = rawZip([{ name: 'projects/p/s.jsonl', content: line }])
    await refused(input(whole.subarray(0, whole.length - 30)), /damaged/)
    await refused(input(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500, 7)])), /damaged/)
  })
})

describe('a bundle that is not whole', () => {
  it('wrong hashes, missing parts and further ones are refused by name', async () => {
    await refused(
      bundleWith((entries) => changeFirst(entries, (bytes) => Buffer.concat([bytes, Buffer.from(' ')]))),
      /is not what the manifest says/
    )
    await refused(
      bundleWith((entries) => changeFirst(entries, () => null)),
      /is missing/
    )
    await refused(
      bundleWith((entries) => entries.set('extra.txt', 'x')),
      /which its manifest does not name/
    )
  })

  it('__proto__ as a name, a deep manifest, another shape and a newer version are refused', async () => {
    const withProto = bundleWith((entries) => {
      const text = String(entries.get('manifest.json'))
      entries.set('manifest.json', text.replace('{', '{"__proto__":{"polluted":true},'))
    })
    await refused(withProto, /__proto__/)
    expect(({} as { polluted?: boolean }).polluted).toBe(undefined)
    await refused(
      bundleWith((entries) =>
        entries.set('manifest.json', `{"format":"reprise-bundle","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
      ),
      /levels deep/
    )
    await refused(
      bundleWith((entries) => entries.set('manifest.json', '{"format":"reprise-bun')),
      /manifest cannot be read/
    )
    await refused(
      manifestWith((manifest) => {
        manifest.sessions = 'none'
      }),
      /damaged at sessions/
    )
    await refused(
      manifestWith((manifest) => {
        manifest.version = bundleVersion + 1
      }),
      new RegExp(`of version ${bundleVersion + 1};`),
      'source.newer'
    )
  })

  it('a part whose folder is another part is refused', async () => {
    const [manifest, name] = ['manifest.json', 'parts/inside']
    await refused(
      bundleWith((entries) => {
        const value = JSON.parse(String(entries.get(manifest))) as { sessions: { parts: { path: string }[] }[] }
        const [part] = value.sessions[0]?.parts ?? []
        entries.set(name, entries.get((part as unknown as { name: string }).name) ?? '')
        value.sessions[0]?.parts.push({ ...part, name, path: `${part?.path}/inside` } as never)
        entries.set(manifest, JSON.stringify(value))
      }),
      /inside of another of its files/
    )
  })

  it('paths that lead out of the place that they name are refused', async () => {
    for (const path of ['../../outside', '/etc/x', 'a/../../x', 'a\\b']) {
      await refused(
        manifestWith((manifest) => {
          firstPart(manifest).path = path
        }),
        /names the path/
      )
    }
    await refused(
      manifestWith((manifest) => {
        firstPart(manifest).place = 'elsewhere'
      }),
      /names a place/
    )
  })
})

describe('files and folders', () => {
  it('10 GB are refused by their size, without being read', async () => {
    const path = input(Buffer.alloc(0), 'large.jsonl')
    const file = openSync(path, 'w')
    writeSync(file, line)
    ftruncateSync(file, 10 * 1024 ** 3)
    closeSync(file)
    await refused(path, /10\.7 GB; Reprise takes in at most 2\.1 GB/)
    const folder = join(place.home, `input-${made}`)
    await refused(folder, / [kMG]?B; Reprise takes in at most/)
    const zip = input(Buffer.from('PK\x03\x04'), 'large.zip')
    truncateSync(zip, 10 * 1024 ** 3)
    await refused(zip, /10\.7 GB; Reprise takes in at most 2\.1 GB/)
  })

  it('links in a folder are not followed, and it is said', async () => {
    const secret = join(place.home, 'input-secret.txt')
    writeFileSync(secret, 'not for others')
    const folder = join(place.home, 'input-links', '.claude', 'projects', '-w')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '5d743016-0000-4000-8000-000000000001.jsonl'), line)
    symlinkSync(secret, join(folder, '5d743016-0000-4000-8000-000000000002.jsonl'))
    symlinkSync('/nowhere/at/all', join(folder, 'root'))
    const found = await inspect(place, join(place.home, 'input-links'))
    expect([found.sessions.length, found.notes]).toEqual([1, ['2 links were not followed.']])
    await place.call('import.close', { importId: found.importId })
    symlinkSync(secret, join(place.home, 'input-link'))
    await refused(join(place.home, 'input-link'), /is a link/)
  })

  it('what is of no agent is refused with what can be handed over', async () => {
    await refused(input(Buffer.from('just words'), 'a.txt'), /Nothing in a\.txt is a session/)
    await refused(input(Buffer.from('{"a":1}'), 'a.json'), /Nothing in a\.json/)
    await refused(join(place.home, 'nowhere'), /There is nothing/, 'not.found')
    await refused(join(place.own, 'settings.json'), /own folder/)
    await refused('relative', /from the root/, 'bad.input')
  })

  it('a document that is very deep, and one with __proto__ members, do no harm', async () => {
    const deep = `{"id":"deep","title":"t","state":{"messages":[]},"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    await refused(input(Buffer.from(deep.slice(0, -1)), 'deep.json'), /Nothing in deep\.json/)
    const proto = line.replace('{', '{"__proto__":{"polluted":1},')
    const found = await inspect(place, input(Buffer.from(proto), '5d743016-0000-4000-8000-000000000003.jsonl'))
    expect([found.sessions.length, ({} as { polluted?: number }).polluted]).toEqual([1, undefined])
    await place.call('import.close', { importId: found.importId })
  })

  it('looking inside writes nothing outside of our own folder, and closing leaves nothing', async () => {
    const source = join(fixtures, 'agents/claude-code')
    const found = await inspect(place, source)
    expect(found.sessions.length).toBeGreaterThan(5)
    expect(everything()).toEqual(before)
    expect(scratch()).toEqual([found.importId])
    await place.call('import.close', { importId: found.importId })
    expect(scratch()).toEqual([])
    expect(existsSync(workspace)).toBe(true)
  })
})

function changeFirst(entries: Map<string, Buffer | string>, change: (bytes: Buffer) => Buffer | null): void {
  const name = [...entries.keys()].find((each) => each.startsWith('parts/')) ?? ''
  const changed = change(Buffer.from(entries.get(name) ?? ''))
  if (changed === null) entries.delete(name)
  else entries.set(name, changed)
}

function firstPart(manifest: Record<string, unknown>): Record<string, unknown> {
  const [session] = manifest.sessions as { parts: Record<string, unknown>[] }[]
  const [part] = session?.parts ?? []
  if (part === undefined) throw new Error('the bundle has no part')
  return part
}

it('the file that the tests change is a good one', async () => {
  const found = await inspect(
    place,
    bundleWith(() => undefined)
  )
  expect([found.form, found.sessions.length]).toEqual(['bundle', 1])
  await place.call('import.close', { importId: found.importId })
})
