import { describe, expect, it } from 'vitest'
import { expectedSessions, listAll, readAll, sampleHome } from './testing/sample-home'

const homes = new Map(['claude-code', 'claude-code-large-output'].map((folder) => [folder, sampleHome(folder)]))
const homeOf = (folder: string) => homes.get(folder) ?? ''

describe('the real samples of Claude Code', () => {
  it.each(expectedSessions)('lists $id with title, place, version and parent', async (expected) => {
    const listed = (await listAll(homeOf(expected.folder))).get(expected.id)
    expect(listed).toMatchObject({
      workspace: expected.cwd,
      state: 'ok',
      agentVersion: expected.version,
      resumable: expected.parent === undefined,
      ...(expected.title !== undefined && { title: expected.title })
    })
    expect(listed?.parent).toBe(expected.parent ?? expected.forkedFrom)
    const kind = expected.parent !== undefined ? 'subagent' : expected.forkedFrom !== undefined ? 'fork' : undefined
    expect(listed?.parentKind).toBe(kind)
    expect(listed?.prompts?.map(({ text }) => text)).toEqual(expected.prompts)
  })

  it.each(expectedSessions)('shows $id with every prompt, reply, call and thought', async (expected) => {
    const { entries, account } = await readAll(homeOf(expected.folder), expected.id)
    const of = (kind: string) => entries.filter((entry) => entry.kind === kind)
    expect(of('user').map(({ text }) => text)).toEqual(expected.prompts)
    expect(of('user')).toHaveLength(expected.userTurns)
    expect(of('tool')).toHaveLength(expected.toolCalls)
    expect(of('tool').filter(({ tool }) => tool?.status === 'failed')).toHaveLength(expected.failedToolCalls)
    expect(of('tool').every(({ tool }) => tool?.status !== 'running')).toBe(true)
    expect(of('thinking')).toHaveLength(expected.thinkingBlocks)
    expect(entries.flatMap(({ images }) => images ?? [])).toHaveLength(expected.images ?? 0)
    expect(of('unrecognised')).toEqual([])
    const notices = (kind: string) => of('notice').filter(({ notice }) => notice === kind)
    expect(notices('rewind')).toHaveLength(expected.abandonedBranches ?? 0)
    expect(notices('compaction')).toHaveLength(expected.compactions ?? 0)
    const active = of('user').filter(({ parent }) => parent === undefined)
    expect(active).toHaveLength(expected.activeUserTurns ?? expected.userTurns)
    expect(account.accounting.unreadable).toBe(0)
    expect(account.usage).toEqual({
      replies: expected.assistantResponses,
      input: expected.wireInputTokens,
      output: expected.wireOutputTokens,
      cached: expected.wireCachedTokens
    })
    expect(account.entries).toBe(entries.filter(({ parent, inherited }) => parent === undefined && !inherited).length)
  })
})
