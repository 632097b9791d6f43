import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ScanStep, SourceLocation } from '../../adapter'
import { placesOf } from '../places'
import { emptyHome, fixtureHome, put, readingAt, sourceAt } from '../testing/fixture-home'
import { findSession, readSessionAt } from './find-session'
import { scanSource } from './scan'

async function scanned(
  source: SourceLocation,
  known: ReadonlyMap<string, string> = new Map()
): Promise<readonly ScanStep[]> {
  const steps: ScanStep[] = []
  for await (const step of scanSource(source, { fingerprint: (unit) => known.get(unit) }, readingAt())) steps.push(step)
  return steps
}

function fingerprints(steps: readonly ScanStep[]): Map<string, string> {
  return new Map(steps.flatMap((step) => (step.type === 'unit' ? [[step.unit, step.fingerprint] as const] : [])))
}

const session = (id: string) => ({
  id,
  title: id,
  created_at: '2026-11-01T00:00:00Z',
  last_active: '2026-11-01T00:00:00Z'
})

describe('scanSource', () => {
  it('gives in two shares what it gives in one go', async () => {
    const source = sourceAt(fixtureHome('gestura'))
    const units = (steps: readonly ScanStep[]) =>
      new Map(steps.flatMap((step) => (step.type === 'unit' ? [[step.unit, step] as const] : [])))
    const parts: ScanStep[] = []
    for (const index of [0, 1]) {
      const share = { index, of: 2 }
      for await (const step of scanSource(source, { fingerprint: () => undefined }, readingAt(), share))
        parts.push(step)
    }
    const [whole, shared] = [units(await scanned(source)), units(parts)]
    expect(shared.size).toBe(parts.filter((step) => step.type === 'unit').length)
    expect(new Map([...shared].sort())).toEqual(new Map([...whole].sort()))
  })

  it('says first how much there is, and parses nothing that is unchanged', async () => {
    const source = sourceAt(fixtureHome('gestura'))
    const first = await scanned(source)
    expect(first[0]).toEqual({ type: 'total', units: 88 })
    const second = await scanned(source, fingerprints(first))
    expect(second.slice(1).every((step) => step.type === 'unchanged')).toBe(true)
    expect(second).toHaveLength(89)
  })

  it('reads again exactly the file that changed', async () => {
    const home = fixtureHome('gestura')
    const source = sourceAt(home)
    const known = fingerprints(await scanned(source))
    const path = join(home, '.gestura', 'agent_sessions', '7630fea9-c99d-43c4-93f8-b25e662f9732.json')
    utimesSync(path, 1_900_000_000, 1_900_000_000)
    const again = (await scanned(source, known)).filter((step) => step.type === 'unit')
    expect(again.map(({ unit }) => unit)).toEqual([path])
  })

  it('lists a session whose file is a link that leads nowhere, and says so, until it leads somewhere', async () => {
    const home = emptyHome()
    put(home, '.gestura/agent_sessions/b.json', session('b'))
    symlinkSync('../away/a.json', join(home, '.gestura', 'agent_sessions', 'a.json'))
    const source = sourceAt(home)
    const first = await scanned(source)
    const units = first.flatMap((step) => (step.type === 'unit' ? [step] : []))
    expect(units.flatMap(({ sessions }) => sessions.map(({ id, state }) => [id, state])).sort()).toEqual([
      ['a', 'unreadable'],
      ['b', 'ok']
    ])
    const told = units.find(({ unit }) => unit.endsWith('a.json'))?.findings
    expect(told).toMatchObject([
      {
        code: 'gestura.session.unreadable',
        what: expect.stringContaining('a link to ../away/a.json, which is not there')
      }
    ])
    const [place] = findSession(placesOf(source), 'a')
    expect(place && readSessionAt(place, 'a')?.judge().findings).toMatchObject(told ?? [])
    put(home, '.gestura/away/a.json', session('a'))
    const again = (await scanned(source, fingerprints(first))).flatMap((step) =>
      step.type === 'unit' ? step.sessions : []
    )
    expect(again).toMatchObject([{ id: 'a', state: 'ok' }])
  })

  it('does not mention what is gone', async () => {
    const home = fixtureHome('gestura')
    rmSync(join(home, '.gestura', 'checkpoints'), { recursive: true })
    expect((await scanned(sourceAt(home)))[0]).toEqual({ type: 'total', units: 14 })
  })

  it('shows the older one again when the newer one of an id goes', async () => {
    const home = emptyHome()
    const newer = put(home, '.gestura/agent_sessions/a.json', session('a'))
    put(home, '.gestura/chat_sessions/a.json', session('a'))
    put(home, '.gestura/gui_sessions.json', { sessions: [session('a'), session('b')], version: 1 })
    const source = sourceAt(home)
    const listed = (steps: readonly ScanStep[]) =>
      steps.flatMap((step) => (step.type === 'unit' ? step.sessions.map(({ id, layout }) => `${layout}:${id}`) : []))
    const first = await scanned(source)
    expect(listed(first)).toEqual(['agent_sessions:a', 'gui_sessions:b'])
    rmSync(newer)
    expect(listed(await scanned(source, fingerprints(first)))).toEqual(['chat_sessions:a', 'gui_sessions:b'])
  })

  it('lists a copy of a session under its file name, since the id belongs to another file', async () => {
    const home = emptyHome()
    put(home, '.gestura/agent_sessions/a.json', session('a'))
    put(home, '.gestura/agent_sessions/a (copy).json', session('a'))
    const steps = await scanned(sourceAt(home))
    const ids = steps.flatMap((step) => (step.type === 'unit' ? step.sessions.map(({ id }) => id) : []))
    expect(ids.sort()).toEqual(['a', 'a (copy)'])
  })

  it('is refused when the session folder is no folder, instead of reporting every session as gone', async () => {
    const home = fixtureHome('gestura')
    renameSync(join(home, '.gestura', 'agent_sessions'), join(home, '.gestura', 'moved'))
    put(home, '.gestura/agent_sessions', 'a file')
    await expect(scanned(sourceAt(home))).rejects.toMatchObject({ failure: { code: 'source.unreadable' } })
  })

  it('reports a folder of checkpoints that is no folder as a finding', async () => {
    const home = emptyHome()
    mkdirSync(join(home, '.gestura'))
    put(home, '.gestura/checkpoints', 'a file')
    const units = (await scanned(sourceAt(home))).filter((step) => step.type === 'unit')
    expect(units.flatMap(({ findings }) => findings.map(({ code }) => code))).toEqual(['gestura.folder.unreadable'])
  })

  it('ends when it is cancelled', async () => {
    const home = emptyHome()
    for (let index = 0; index < 3000; index += 1)
      put(home, `.gestura/agent_sessions/s${index}.json`, session(`s${index}`))
    const cancel = new AbortController()
    const scan = async () => {
      const reading = { ...readingAt(), signal: cancel.signal }
      for await (const step of scanSource(sourceAt(home), { fingerprint: () => undefined }, reading)) {
        if (step.type === 'unit') cancel.abort()
      }
    }
    await expect(scan()).rejects.toMatchObject({ name: 'AbortError' })
  })
})
