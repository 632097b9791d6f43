import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BundleChoices, BundleManifest } from '@shared/domain/bundle'
import type { Plan } from '@shared/domain/plan'
import { afterEach, describe, expect, it } from 'vitest'
import type { HomeService } from '../testing/home-service'
import { emptyHome, homeWith, inspect } from './testing/two-homes'
import { zipContents } from './testing/zip-contents'

const open: HomeService[] = []
afterEach(async () => {
  for (const place of open.splice(0)) await place.close()
})

const claude = '5d743016-5361-4489-91a8-75bda6be4941'
const project = '.claude/projects/-home-dev-weather'
const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
const index = '# Weather\n- [winds](winds.md)\n'
const winds = `Knots, not km/h. The token of the station is ${key}.\n`

async function withNotes(): Promise<HomeService> {
  const place = await homeWith('agents/claude-code')
  open.push(place)
  place.put(`${project}/memory/MEMORY.md`, index)
  place.put(`${project}/memory/topics/winds.md`, winds)
  return place
}

async function secondHome() {
  const made = await emptyHome('.claude/projects')
  open.push(made.place)
  const notes = join(made.place.home, '.claude', 'projects', made.workspace.replace(/[^A-Za-z0-9]/g, '-'), 'memory')
  return { here: made.place, workspace: made.workspace, notes }
}

async function bundled(there: HomeService, choices: Partial<BundleChoices>, ids = [claude]): Promise<string> {
  const refs = await Promise.all(ids.map((id) => there.ref(id)))
  const [session = await there.ref(claude), ...more] = refs
  const path = join(there.home, `${Object.keys(choices).join('-')}-${ids.length}.reprise`)
  await there.call('bundle.make', { session, more, path, ...choices })
  return path
}

async function planned(here: HomeService, path: string, workspace: string): Promise<Plan> {
  const found = await inspect(here, path)
  const [one] = found.sessions
  return here.call('import.plan', { importId: found.importId, session: one?.key ?? '', workspace })
}

const apply = (here: HomeService, { planId, digest }: Plan, choices: Record<string, string> = {}) =>
  here.call('plan.apply', { planId, digest, choices })

const noteSteps = ({ steps }: Plan, notes: string) =>
  steps.filter(({ path }) => path.startsWith(notes)).map(({ action, path }) => [action, path.slice(notes.length + 1)])

describe('F5 notes of the project', () => {
  it('F5 go into a bundle by choice alone, counted before, in a part of their own kind', async () => {
    const there = await withNotes()
    const session = await there.ref(claude)
    const preview = await there.call('bundle.preview', { session, children: true, files: true })
    const bytes = Buffer.byteLength(index + winds)
    expect(preview.categories.find(({ category }) => category === 'memory')).toEqual({
      ...{ category: 'memory', parts: 2, bytes, chosen: false }
    })
    const without = manifestOf(await zipContents(await bundled(there, { children: true, files: true })))
    expect([without.version, JSON.stringify(without).includes('MEMORY.md')]).toEqual([1, false])
    const made = manifestOf(await zipContents(await bundled(there, { memory: true })))
    const parts = made.sessions.flatMap((each) => each.parts).filter(({ category }) => category === 'memory')
    expect([made.version, parts.map(({ path }) => path)]).toEqual([
      2,
      ['projects/-home-dev-weather/memory/MEMORY.md', 'projects/-home-dev-weather/memory/topics/winds.md']
    ])
  })

  it('F1 are masked like every other text, and go along byte for byte where all does', async () => {
    const there = await withNotes()
    const name = 'parts/0/root/projects/-home-dev-weather/memory/topics/winds.md'
    const masked = await zipContents(await bundled(there, { memory: true }))
    expect(masked.get(name)?.toString()).toMatch(/^Knots, not km\/h\. The token of the station is (?!ghp_).+\n$/)
    expect([...masked.values()].some((bytes) => bytes.includes(key))).toBe(false)
    const exact = await zipContents(await bundled(there, { memory: true, exact: true }))
    expect(exact.get(name)?.toString()).toBe(winds)
    // Who gets it is told.
    const { here } = await secondHome()
    const [one] = (await inspect(here, join(there.home, 'memory-exact-1.reprise'))).sessions
    expect(Object.values(one?.secrets ?? {})).toEqual([1])
  })

  it('F5 of several sessions of one project go along once, and each import of one of them has them', async () => {
    const there = await withNotes()
    const ids = (await there.list()).filter(({ agent, workspace }) => agent === 'claude-code' && workspace)
    const same = ids.filter(({ workspace }) => workspace === '/home/dev/weather').map(({ id }) => id)
    expect(same.length).toBeGreaterThan(1)
    const path = await bundled(there, { memory: true, exact: true }, same.slice(0, 2))
    const parts = manifestOf(await zipContents(path)).sessions.flatMap((each) => each.parts)
    expect(parts.filter(({ category }) => category === 'memory')).toHaveLength(2)
    const { here, workspace, notes } = await secondHome()
    const found = await inspect(here, path)
    expect(found.sessions.map(({ memory }) => memory.files)).toEqual([2, 2])
    const [session = '', ...more] = found.sessions.map((one) => one.key)
    const plan = await here.call('import.plan', {
      ...{ importId: found.importId, session, workspace },
      more: more.map((each) => ({ session: each, workspace }))
    })
    expect(noteSteps(plan, notes)).toEqual([
      ['create', 'MEMORY.md'],
      ['create', 'topics/winds.md']
    ])
    expect((await apply(here, plan)).verified).toBe(true)
  })

  it('F5 come to the project of the new session on another home with other paths, and an undo takes them away', async () => {
    const path = await bundled(await withNotes(), { memory: true, exact: true })
    const { here, workspace, notes } = await secondHome()
    const found = await inspect(here, path)
    expect(found.sessions[0]?.memory).toEqual({ files: 2, bytes: Buffer.byteLength(index + winds) })
    const plan = await planned(here, path, workspace)
    expect(plan.conflicts).toEqual([])
    expect(plan.notes.join('\n')).toContain('2 notes of its project came along')
    expect(noteSteps(plan, notes)).toHaveLength(2)
    expect(existsSync(notes)).toBe(false)
    const done = await apply(here, plan)
    expect([done.state, done.verified]).toEqual(['done', true])
    expect(readFileSync(join(notes, 'MEMORY.md'), 'utf8')).toBe(index)
    expect(readFileSync(join(notes, 'topics', 'winds.md'), 'utf8')).toBe(winds)
    expect(statSync(join(notes, 'MEMORY.md')).mode & 0o777).toBe(0o600)
    await undone(here, done.operationId)
    expect(existsSync(notes)).toBe(false)
  })

  it('F5 leave a note of here with other content alone unless the person says otherwise, and the same content is no step', async () => {
    const path = await bundled(await withNotes(), { memory: true, exact: true })
    const { here, workspace, notes } = await secondHome()
    mkdirSync(join(notes, 'topics'), { recursive: true })
    writeFileSync(join(notes, 'MEMORY.md'), 'mine')
    writeFileSync(join(notes, 'topics', 'winds.md'), winds)
    const plan = await planned(here, path, workspace)
    expect(noteSteps(plan, notes)).toEqual([
      ['replace', 'MEMORY.md'],
      ['keep', 'topics/winds.md']
    ])
    expect(plan.conflicts.map(({ code, default: usual }) => [code, usual])).toEqual([
      ['claude-code.note.present', 'keep']
    ])
    await apply(here, plan)
    expect(readFileSync(join(notes, 'MEMORY.md'), 'utf8')).toBe('mine')

    const again = await planned(here, path, workspace)
    const done = await apply(here, again, { [again.conflicts[0]?.id ?? '']: 'replace' })
    expect(readFileSync(join(notes, 'MEMORY.md'), 'utf8')).toBe(index)
    await undone(here, done.operationId)
    expect(readFileSync(join(notes, 'MEMORY.md'), 'utf8')).toBe('mine')
    expect(readdirSync(notes)).toEqual(['MEMORY.md', 'topics'])
  })

  it('F5 stay with a copy in the library, and go back with it where none is', async () => {
    const path = await bundled(await withNotes(), { memory: true, exact: true })
    const { here } = await secondHome()
    const found = await inspect(here, path)
    const keep = { importId: found.importId, sessions: null, label: null }
    const { kept } = await here.call('import.keep', keep)
    expect((await here.call('import.keep', keep)).already).toHaveLength(1)
    const [{ session, checkpoint } = { session: await here.ref(claude), checkpoint: '' }] = kept
    const request = { kind: 'restore', session, checkpoint } as const
    const plan = await here.call('plan.make', request)
    const done = await apply(here, plan)
    const note = join(here.home, project, 'memory', 'topics', 'winds.md')
    expect([done.verified, readFileSync(note, 'utf8')]).toEqual([true, winds])

    writeFileSync(note, 'newer')
    rmSync(join(dirname(dirname(note)), 'MEMORY.md'))
    const again = await here.call('plan.make', request)
    expect(again.conflicts.map(({ code }) => code)).toEqual(['claude-code.note.present'])
    await apply(here, again)
    expect([readFileSync(note, 'utf8'), existsSync(join(here.home, project, 'memory', 'MEMORY.md'))]).toEqual([
      'newer',
      true
    ])
  })

  it('F5 with names that differ in case alone come once, from a bundle and from a folder, and the other is named', async () => {
    const there = await withNotes()
    there.put(`${project}/memory/memory.md`, 'lower')
    const path = await bundled(there, { memory: true, exact: true })
    const { leftOut } = manifestOf(await zipContents(path))
    expect(leftOut.map(({ because }) => because)).toContain(
      'on some systems its name is that of another file beside it'
    )
    const { here, workspace, notes } = await secondHome()
    expect(noteSteps(await planned(here, path, workspace), notes)).toHaveLength(2)
    const found = await inspect(here, join(there.home, '.claude'))
    const one = found.sessions.find(({ id }) => id === claude)
    const plan = await here.call('import.plan', { importId: found.importId, session: one?.key ?? '', workspace })
    expect(noteSteps(plan, notes)).toHaveLength(2)
    expect(plan.cannot.map(({ because }) => because)).toContain('another note differs from it in case alone')
  })
})

function manifestOf(contents: ReadonlyMap<string, Buffer>): BundleManifest {
  return JSON.parse(contents.get('manifest.json')?.toString('utf8') ?? '') as BundleManifest
}

async function undone(here: HomeService, operation: string): Promise<void> {
  const undo = await here.call('plan.undo', { operation })
  expect((await apply(here, undo)).state).toBe('done')
}
