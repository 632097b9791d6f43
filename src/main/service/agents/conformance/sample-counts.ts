import type { Entry } from '@shared/domain/transcript'
import { expect } from 'vitest'
import type { ExpectedSession } from './agent-samples'
import type { BrowsedSession } from './browse'

/** Entries of the session itself, as it is: without a branch that was left. */
export const ofKind = (entries: readonly Entry[], kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind)

/** Compares what was read of a real session with what was scripted. Failures are counted as the agent marks them. */
export function expectCounts(browsed: BrowsedSession | undefined, session: ExpectedSession): void {
  expect(browsed?.failure, session.id).toBeNull()
  const entries = browsed?.entries ?? []
  const prompts = ofKind(entries, 'user').map(({ text }) => text)
  expect(prompts).toEqual(session.prompts)
  expect(prompts).toHaveLength(session.userTurns)
  const tools = ofKind(entries, 'tool')
  expect(tools).toHaveLength(session.toolCalls)
  expect(tools.filter(({ tool }) => tool?.status === 'failed')).toHaveLength(session.failedToolCalls)
  expect(tools.filter(({ tool }) => tool?.status === 'running')).toEqual([])
  expect(ofKind(entries, 'thinking')).toHaveLength(session.thinkingBlocks)
  expect(entries.flatMap(({ images }) => images ?? [])).toHaveLength(session.images ?? 0)
  expect(entries.filter(({ notice }) => notice === 'compaction')).toHaveLength(session.compactions ?? 0)
  expect(browsed?.listed).toMatchObject({ workspace: session.cwd, state: 'ok' })
  expect(browsed?.listed.parent).toBe(session.forkedFrom ?? session.parent)
  expect(browsed?.account?.accounting.unreadable).toBe(0)
}
