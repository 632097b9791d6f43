import { afterAll, describe, expect, it } from 'vitest'
import { adapter } from './adapter'
import { allEntries, allForward, readSample, removeHomes, type SampleHome, sharedHome } from './testing/sample-home'

interface ExpectedSession {
  readonly agent: string
  readonly folder: string
  readonly id: string
  readonly cwd: string
  readonly version: string
  readonly model: string
  readonly effort: string
  readonly preview: string
  readonly startedAtMs: number
  readonly updatedAtMs: number
  readonly prompts: readonly string[]
  readonly userTurns: number
  readonly toolCalls: number
  readonly failedToolCalls: number
  readonly shellCommands: number
  readonly failedShellCommands: number
  readonly thinkingBlocks: number
  readonly assistantResponses: number
  readonly runs: number
  readonly failedRuns: number
  readonly cancelledRuns: number
  readonly compactions?: number
  readonly reflections?: number
  readonly imagesInRecords?: number
  readonly rows: number
  readonly rowsWithLineage?: number
  readonly snapshot: boolean
  readonly snapshotItems?: number
  readonly resumable: boolean
  readonly resumeError?: string
  readonly ended: string | null
  readonly drafts?: readonly string[]
  readonly forkedFrom?: string
}

afterAll(removeHomes)

const expected = readSample<ExpectedSession[]>('expected.json').filter((each) => each.agent === 'tact')

async function ownEntries(home: SampleHome, id: string) {
  return (await allEntries(await home.open(id), 7)).filter((entry) => !entry.inherited)
}

describe('adapter on the stores that tact wrote', () => {
  it('knows all sessions of the sample stores', () => {
    expect(expected).toHaveLength(25)
  })

  it.each(expected)('tact-34 lists $folder $id with the values that tact shows', async (row) => {
    const home = await sharedHome(row.folder)
    const session = (await home.sessions()).find((each) => each.id === row.id)
    expect(session).toMatchObject({
      workspace: row.cwd,
      model: row.model,
      effort: row.effort,
      preview: row.preview,
      startedAt: row.startedAtMs,
      updatedAt: row.updatedAtMs,
      resumable: row.resumable,
      agentVersion: row.version,
      state: 'ok',
      entries: null,
      ownCheckpoints: row.snapshot ? 1 : 0,
      ...(row.forkedFrom ? { parent: row.forkedFrom, parentKind: 'fork' } : {})
    })
    expect(session?.title).toBe(row.prompts.length > 0 ? row.preview : 'No prompt yet')
    expect(session?.prompts?.map((prompt) => prompt.text)).toEqual(row.prompts)
  })

  it.each(expected)('tact-9 shows every prompt, call and thought of $folder $id', async (row) => {
    const home = await sharedHome(row.folder)
    const entries = await ownEntries(home, row.id)
    const of = (kind: string) => entries.filter((entry) => entry.kind === kind)
    expect(of('user').map((entry) => entry.text)).toEqual(row.prompts)
    expect(of('user')).toHaveLength(row.userTurns)
    expect(of('tool')).toHaveLength(row.toolCalls)
    expect(of('tool').filter((entry) => entry.tool?.status === 'failed')).toHaveLength(row.failedToolCalls)
    expect(of('tool').filter((entry) => entry.tool?.status === 'running')).toEqual([])
    expect(of('shell')).toHaveLength(row.shellCommands)
    expect(of('shell').filter((entry) => entry.tool?.status === 'failed')).toHaveLength(row.failedShellCommands)
    expect(of('thinking')).toHaveLength(row.thinkingBlocks)
    expect(of('unrecognised')).toEqual([])
    expect(entries.filter((entry) => entry.draft).map((entry) => entry.text)).toEqual(row.drafts ?? [])
  })

  it.each(expected)('tact-29 ends every run of $folder $id once', async (row) => {
    const home = await sharedHome(row.folder)
    const entries = await ownEntries(home, row.id)
    const notices = (kind: string) => entries.filter((entry) => entry.notice === kind)
    const killed = row.drafts !== undefined && row.failedRuns === 0 ? 1 : 0
    expect(notices('run')).toHaveLength(row.runs - row.failedRuns - row.cancelledRuns - killed)
    expect(notices('failure')).toHaveLength(row.failedRuns + row.cancelledRuns)
    expect(notices('interruption')).toHaveLength(row.cancelledRuns)
    expect(notices('compaction')).toHaveLength(row.compactions ?? 0)
    expect(notices('reflection')).toHaveLength(row.reflections ?? 0)
    expect(notices('fork')).toHaveLength(row.forkedFrom ? 1 : 0)
  })

  it.each(expected)('accounts for every row of $folder $id, ancestors included', async (row) => {
    const home = await sharedHome(row.folder)
    const session = await home.open(row.id)
    const account = await session.account(home.reading.signal, () => undefined)
    const rows = row.rowsWithLineage ?? row.rows
    expect(account.accounting).toEqual({ read: rows, shown: rows, raw: 0, unreadable: 0, unreadableRanges: [] })
    const entries = await ownEntries(home, row.id)
    expect(account.entries).toBe(entries.filter((entry) => entry.parent === undefined).length)
  })

  it.each(expected)('gives the same entries of $folder $id by pages of every size, both ways', async (row) => {
    const home = await sharedHome(row.folder)
    const session = await home.open(row.id)
    const whole = await allEntries(session, 100_000)
    for (const limit of [1, 3, 40]) {
      expect(await allEntries(session, limit)).toEqual(whole)
      expect(await allForward(session, limit)).toEqual(whole)
    }
    for (const entry of whole.slice(0, 40)) expect(await session.entry(entry.id)).toEqual(entry)
  })

  it.each(expected.filter((row) => row.snapshot))('counts the resume state of $folder $id', async (row) => {
    const home = await sharedHome(row.folder)
    const [state, ...others] = await adapter.checkpoints(home.source, row.id, home.reading)
    expect(others).toEqual([])
    // What did not succeed after it can be cut off, unless the provider stopped the session; a kill leaves no end.
    const unfinished = row.failedRuns + row.cancelledRuns > 0 || row.ended === null
    const stopped = row.resumeError?.includes('policy violation') ?? false
    expect(state).toMatchObject({
      holds: { kind: 'resume state', messages: row.snapshotItems },
      restorable: unfinished && !stopped
    })
    const listed = (await home.sessions()).find(({ id }) => id === row.id)
    expect(listed?.ownRestorable ?? false).toBe(unfinished && !stopped)
  })
})
