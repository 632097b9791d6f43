import { createHash } from 'node:crypto'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BundleManifest } from '@shared/domain/bundle'
import { afterEach, describe, expect, it } from 'vitest'
import { homeWith } from '../import/testing/two-homes'
import { zipContents } from '../import/testing/zip-contents'
import type { HomeService } from '../testing/home-service'

const open: HomeService[] = []
afterEach(async () => {
  for (const place of open.splice(0)) await place.close()
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const key = 'a8f5f167f44f4964e6c998dee827110c'
const claude = '5d743016-5361-4489-91a8-75bda6be4941'
const transcript = `.claude/projects/-home-dev-weather/${claude}.jsonl`

function manifestIn(contents: ReadonlyMap<string, Buffer>): BundleManifest {
  return JSON.parse(contents.get('manifest.json')?.toString('utf8') ?? '') as BundleManifest
}

async function withSecret(): Promise<HomeService> {
  const place = await homeWith('agents/claude-code')
  open.push(place)
  const path = join(place.home, transcript)
  writeFileSync(path, readFileSync(path, 'utf8').replace('"content":"', `"content":"export API_KEY=${key} and then: `))
  await place.scan()
  return place
}

describe('bundle.make', () => {
  it('F5 gives the same bytes for the same session, whenever it is asked', async () => {
    const place = await withSecret()
    const session = await place.ref(claude)
    const make = (name: string) =>
      place.call('bundle.make', { session, path: join(place.home, name), children: true, files: true })
    const one = await make('one.reprise')
    place.now += 86_400_000
    const two = await make('two.reprise')
    expect(two.sha256).toBe(one.sha256)
    expect(sha256(readFileSync(two.path))).toBe(one.sha256)
  })

  it('F1 masks by default, and says of each part what it was', async () => {
    const place = await withSecret()
    const session = await place.ref(claude)
    const made = await place.call('bundle.make', { session, path: join(place.home, 'masked.reprise') })
    const contents = await zipContents(made.path)
    for (const bytes of contents.values()) expect(bytes.includes(key)).toBe(false)
    const { sessions, masking } = manifestIn(contents)
    const original = readFileSync(join(place.home, transcript))
    const part = sessions[0]?.parts.find(({ path }) => path.endsWith(`${claude}.jsonl`))
    expect(part?.original).toEqual({ bytes: original.length, sha256: sha256(original) })
    expect(part?.content.sha256).toBe(sha256(contents.get(part?.name ?? '') ?? Buffer.alloc(0)))
    expect(part?.content.sha256).not.toBe(part?.original.sha256)
    expect([part?.masked, masking.mode, masking.kinds['api key']]).toEqual([1, 'masked', 1])
    expect(made.report.kinds).toEqual(masking.kinds)
  })

  it('F3 gives away byte for byte only what was chosen, and lists what that is', async () => {
    const place = await withSecret()
    const session = await place.ref(claude)
    const preview = await place.call('bundle.preview', { session, exact: true })
    expect([preview.exact, preview.kinds]).toEqual([true, { 'api key': 1 }])
    const made = await place.call('bundle.make', { session, exact: true, path: join(place.home, 'exact.reprise') })
    const contents = await zipContents(made.path)
    const part = manifestIn(contents).sessions[0]?.parts[0]
    expect(contents.get(part?.name ?? '')).toEqual(readFileSync(join(place.home, transcript)))
  })

  it('leaves out subagents and files that were not chosen', async () => {
    const place = await homeWith('agents/claude-code')
    open.push(place)
    const session = await place.ref('1494aac4-bdfb-4a1d-a8d5-5283a017be20')
    const categories = async (choices: object) => {
      const { parts } = await place.call('bundle.preview', { session, ...choices })
      return [...new Set(parts.map(({ category }) => category))].sort()
    }
    expect(await categories({})).toEqual(['conversation'])
    expect(await categories({ children: true })).toEqual(['children', 'conversation'])
  })

  it('takes outputs, checkpoints and copies of files each by choice, and all three where only copies are named', async () => {
    const categoriesOf = async (fixture: string, id: string) => {
      const place = await homeWith(fixture)
      open.push(place)
      const session = await place.ref(id)
      return async (choices: object) => {
        const { parts } = await place.call('bundle.preview', { session, ...choices })
        return [...new Set(parts.map(({ category }) => category))].sort()
      }
    }
    const cases = [
      ['core/gestura', 'fa767501-1b54-466b-9c6b-0727a648a8cc', 'checkpoints'],
      ['agents/claude-code-large-output', 'f1f42508-9185-4b39-83cc-f8cba487ea24', 'outputs'],
      ['agents/claude-code', '33aae2bc-4e8a-42e8-b427-268959cab2c0', 'files']
    ] as const
    for (const [fixture, id, category] of cases) {
      const chosen = await categoriesOf(fixture, id)
      const none = { outputs: false, checkpoints: false, files: false }
      const usual = await chosen({})
      expect([category, usual.includes(category)]).toEqual([category, false])
      expect(await chosen({ ...none, [category]: true })).toEqual([...usual, category].sort())
      expect(await chosen({ outputs: true, checkpoints: true, files: true, [category]: false })).toEqual(usual)
      expect(await chosen({ files: true })).toEqual([...usual, category].sort())
    }
  })

  it('takes the configuration along by choice, masked, also where all else is exact', async () => {
    const place = await homeWith('core/gestura')
    open.push(place)
    const session = await place.ref('fa767501-1b54-466b-9c6b-0727a648a8cc')
    const make = async (name: string, choices: object) => {
      const { path } = await place.call('bundle.make', { session, path: join(place.home, name), ...choices })
      return manifestIn(await zipContents(path)).configuration
    }
    expect(await make('without.reprise', {})).toEqual([])
    const exact = await make('exact.reprise', { exact: true, configuration: true })
    expect(exact.map(({ name, path }) => [name, path])).toContainEqual(['config.yaml', null])
    const entries = exact.flatMap((document) => document.entries)
    expect(entries.some(({ masked }) => masked !== undefined)).toBe(true)
    expect(JSON.stringify(exact)).not.toMatch(/fake-urlpass|sk-fake/)
    const { settings } = await place.call('bundle.preview', { session, configuration: true })
    expect(settings).toBe(entries.length)
    const found = await place.call('import.inspect', { path: join(place.home, 'exact.reprise') })
    expect(found.inputs[0]?.bundle?.settings).toBe(entries.length)
  })

  it('takes what Copilot CLI keeps of a session beside its log, such as notes of compactions, without its copies of files', async () => {
    const place = await homeWith('agents/copilot-cli')
    open.push(place)
    const [first] = (await place.list()).toSorted((a, b) => b.checkpoints - a.checkpoints)
    const session = { source: first?.source ?? '', id: first?.id ?? '' }
    const folder = join('.copilot', 'session-state', session.id)
    place.put(join(folder, 'checkpoints', '001-notes.md'), '# What was done\n')
    await place.scan()
    const pathsOf = async (choices: object) =>
      (await place.call('bundle.preview', { session, ...choices })).parts.map(({ path }) =>
        path.replace(`session-state/${session.id}/`, '')
      )
    const usual = await pathsOf({})
    expect(usual).toEqual(expect.arrayContaining(['events.jsonl', 'workspace.yaml', 'checkpoints/001-notes.md']))
    expect(usual.some((path) => path.startsWith('rewind-file-snapshots/'))).toBe(false)
    expect((await pathsOf({ files: true })).some((path) => path.startsWith('rewind-file-snapshots/'))).toBe(true)
  })

  it('takes of a file with several sessions only the one that is meant', async () => {
    const place = await homeWith('core/gestura')
    open.push(place)
    const [one, other] = (await place.list()).filter(({ layout }) => layout === 'gui_sessions')
    if (one === undefined || other === undefined) throw new Error('the fixture has no such sessions')
    const made = await place.call('bundle.make', { session: one, path: join(place.home, 'gui.reprise') })
    const all = Buffer.concat([...(await zipContents(made.path)).values()]).toString('utf8')
    expect([all.includes(`"${one.id}"`), all.includes(`"${other.id}"`)]).toEqual([true, false])
  })

  it('writes over nothing unasked, and nothing into our own folder', async () => {
    const place = await withSecret()
    const session = await place.ref(claude)
    const path = join(place.home, 'there.reprise')
    writeFileSync(path, 'mine')
    await expect(place.call('bundle.make', { session, path })).rejects.toThrow('is there already')
    expect(readFileSync(path, 'utf8')).toBe('mine')
    await place.call('bundle.make', { session, path, replace: true })
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK')
    await expect(place.call('bundle.make', { session, path: join(place.own, 'x.reprise') })).rejects.toThrow(
      'own folder'
    )
    await expect(place.call('bundle.make', { session, path: join(place.home, 'no', 'x') })).rejects.toThrow('no folder')
  })

  it('never takes the place of a session, also not where that is asked for, nor over a link', async () => {
    const place = await withSecret()
    const session = await place.ref(claude)
    const file = join(place.home, transcript)
    const before = readFileSync(file)
    symlinkSync(dirname(file), join(place.home, 'link'))
    symlinkSync(place.own, join(place.home, 'own-link'))
    const beside = join(dirname(file), 'new.json')
    for (const path of [file, beside, join(place.home, 'link', `${claude}.jsonl`)]) {
      const target = { session, path, replace: true }
      const why = 'an agent keeps its sessions'
      await expect(place.call('bundle.make', target)).rejects.toThrow(why)
      await expect(place.call('export.make', { ...target, format: 'json', images: false })).rejects.toThrow(why)
    }
    const own = { session, path: join(place.home, 'own-link', 'library.sqlite3'), replace: true }
    await expect(place.call('bundle.make', own)).rejects.toThrow('own folder')
    expect(readFileSync(file)).toEqual(before)
    expect(existsSync(beside)).toBe(false)
  })
})
