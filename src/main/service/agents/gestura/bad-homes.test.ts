import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ScanStep } from '../adapter'
import { adapter } from './adapter'
import { fixtureHome, fixtureJson, readingAt, sourceAt } from './testing/fixture-home'

interface Outcome {
  case: string
  operation: string
  target: string
  outcome: 'accepted' | 'error' | 'ignored'
  error?: string
}

type UnitStep = Extract<ScanStep, { type: 'unit' }>

const outcomes = fixtureJson<Outcome[]>('outcomes-gestura.json').filter((row) => row.case !== 'gestura')
const good = { session: '34347177-4fc9-4225-a43a-a1a3a8a3c9a5', checkpoint: 'eb6fd8b5-d19c-495a-b0e6-90da00026f6b' }

async function unitsOf(home: string): Promise<ReadonlyMap<string, UnitStep>> {
  const units = new Map<string, UnitStep>()
  for await (const step of adapter.scan(sourceAt(home), { fingerprint: () => undefined }, readingAt())) {
    if (step.type === 'unit') units.set(step.unit.slice(home.length + 1), step)
  }
  return units
}

/** Cases in which the good session is itself what is wrong. */
const sessionRows = outcomes.filter((row) => row.operation === 'session.load' && row.target !== good.session)

describe('a home with a bad session file', () => {
  it.each(sessionRows)('gestura-22 $case: $target is listed as what it is', async (row) => {
    const home = fixtureHome(`gestura-bad/${row.case}`)
    const units = await unitsOf(home)
    const unit = units.get(join('.gestura', 'agent_sessions', `${row.target}.json`))
    if (row.error === 'NotFound' || row.error === 'InvalidInput' || row.target === 'folder') {
      expect(unit?.sessions ?? []).toEqual([])
      return
    }
    const listed = unit?.sessions[0]
    expect(listed?.state === 'ok').toBe(row.outcome === 'accepted')
    expect(unit?.findings.some(({ severity }) => severity === 'problem')).toBe(row.outcome === 'error')
  })

  it.each([...new Set(sessionRows.map((row) => row.case))])(
    'C2 %s: the other session is not affected',
    async (name) => {
      const home = fixtureHome(`gestura-bad/${name}`)
      const opened = await adapter.open(sourceAt(home), good.session, readingAt())
      expect(opened.summary).toMatchObject({ state: 'ok', title: 'Please count the stations.' })
      expect((await opened.page({ from: 'start', direction: 'forward', limit: 10 })).entries.length).toBeGreaterThan(0)
    }
  )
})

const checkpointRows = outcomes.filter((row) => row.operation === 'checkpoint.restore')

describe('a home with a bad checkpoint file', () => {
  it.each(checkpointRows)('gestura-22 $case: $target is valid if gestura restores it', async (row) => {
    const home = fixtureHome(`gestura-bad/${row.case}`)
    const unit = (await unitsOf(home)).get(join('.gestura', 'checkpoints', `${row.target}.json`))
    const listed = unit?.checkpoints[0]
    const problem = unit?.findings.some(({ severity }) => severity === 'problem') ?? false
    if (row.outcome === 'error') {
      expect(listed?.restorable ?? false).toBe(false)
      expect(problem).toBe(true)
      return
    }
    const shown = await adapter.checkpoints(sourceAt(home), listed?.sessionId ?? '', readingAt())
    expect(shown.find(({ id }) => id === listed?.id)).toMatchObject({ valid: true })
  })

  it.each([...new Set(checkpointRows.map((row) => row.case))])(
    'gestura-22 %s: the good one is still shown',
    async (name) => {
      const home = fixtureHome(`gestura-bad/${name}`)
      const shown = await adapter.checkpoints(sourceAt(home), good.session, readingAt())
      expect(shown.find(({ id }) => id === good.checkpoint)).toMatchObject({ valid: true, restorable: true })
    }
  )

  it.each(checkpointRows.filter((row) => row.outcome === 'error'))(
    '$case: no plan is made from $target',
    async (row) => {
      const home = fixtureHome(`gestura-bad/${row.case}`)
      const source = sourceAt(home)
      await expect(
        adapter.write?.plan(source, { kind: 'restore', sessionId: good.session, checkpoint: row.target }, readingAt())
      ).rejects.toMatchObject({
        failure: { code: expect.stringMatching(/^(?:checkpoint\.invalid|not\.found)$/) }
      })
    }
  )
})

describe('a session of one id in two layouts', () => {
  it('is listed once, from the newer layout, with a finding', async () => {
    const home = fixtureHome('gestura-bad/session-same-id-in-two-eras')
    const units = [...(await unitsOf(home)).values()]
    const [id] = units.flatMap(({ sessions }) => sessions.map((each) => each.id))
    expect(units.flatMap(({ sessions }) => sessions)).toHaveLength(1)
    expect(units.flatMap(({ findings }) => findings.map(({ code }) => code))).toContain('gestura.session.two-layouts')
    const opened = await adapter.open(sourceAt(home), id ?? '', readingAt())
    expect(opened.summary.layout).toBe('agent_sessions')
    expect(opened.findings.map(({ code }) => code)).toContain('gestura.session.two-layouts')
  })
})

describe('a home with a broken file of the oldest GUI', () => {
  it('gestura-9 says that gestura imports nothing from it', async () => {
    const units = await unitsOf(fixtureHome('gestura-bad/gui-sessions-broken'))
    const unit = units.get(join('.gestura', 'gui_sessions.json'))
    expect(unit?.sessions).toEqual([])
    expect(unit?.findings.map(({ code }) => code)).toEqual(['gestura.gui-sessions.refused'])
  })
})

const taskRows = outcomes.filter((row) => row.operation === 'tasks.load')

describe('a home with a bad task file', () => {
  it.each(taskRows)('gestura-13 $case: the list says whether gestura reads it', async (row) => {
    const lists = await adapter.tasks(sourceAt(fixtureHome(`gestura-bad/${row.case}`)), row.target, readingAt())
    const live = lists.find(({ target }) => target)
    const codes = live?.findings.map(({ code }) => code) ?? []
    const refused = codes.includes('gestura.tasks.refused') || codes.includes('gestura.tasks.unreadable')
    expect(refused).toBe(row.outcome === 'error')
  })

  it.each([
    ['tasks-parent-cycle', 'parent-cycle', 4],
    ['tasks-own-parent', 'parent-cycle', 4],
    ['tasks-parent-dangling', 'parent-missing', 1],
    ['tasks-pointer-dangling', 'current-missing', 1],
    ['tasks-same-id-twice', 'same-id', 2],
    ['tasks-dependency-missing', 'dependency-missing', 1],
    ['tasks-list-of-other-session', 'other-session', 1]
  ])('%s: finding %s, and all tasks are shown', async (name, code, least) => {
    const lists = await adapter.tasks(sourceAt(fixtureHome(`gestura-bad/${name}`)), good.session, readingAt())
    const live = lists.find(({ target }) => target)
    expect(live?.findings.map((finding) => finding.code)).toContain(`gestura.tasks.${code}`)
    expect(live?.tasks.length).toBeGreaterThanOrEqual(least)
  })
})
