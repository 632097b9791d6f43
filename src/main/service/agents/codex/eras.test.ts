import { afterEach, describe, expect, it } from 'vitest'
import { readingFor, scanAll } from '../conformance/browse'
import { adapter } from './adapter'
import { brief, event, item, line, madeId, meta, openMade, rolloutPath, writeRollout } from './testing/made-rollout'
import { removeHomes } from './testing/samples'

afterEach(removeHomes)

const sent = (second: number, text: string) =>
  line(second, 'response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
const call = (second: number, id: string, name = 'shell', args = '{"command":["ls"]}') =>
  line(second, 'response_item', { type: 'function_call', name, arguments: args, call_id: id })
const answer = (second: number, id: string, output: unknown) =>
  line(second, 'response_item', { type: 'function_call_output', call_id: id, output })

describe('rollouts of the legacy mode', () => {
  it('shows prompts, thinking, replies and calls once', async () => {
    const { entries, opened } = await openMade([
      meta(),
      sent(1, '<environment_context>\n<cwd>/w</cwd></environment_context>'),
      sent(2, 'List the files.'),
      event(2, 'user_message', { message: 'List the files.', kind: 'plain' }),
      event(3, 'agent_reasoning', { text: 'I will look.' }),
      line(3, 'response_item', { type: 'reasoning', summary: [{ type: 'summary_text', text: 'I will look.' }] }),
      call(4, 'c1'),
      answer(5, 'c1', '{"output":"a\\nb\\n","metadata":{"exit_code":2,"duration_seconds":0.5}}'),
      event(6, 'agent_message', { message: 'Two files.' }),
      line(6, 'response_item', {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Two files.' }]
      })
    ])
    expect(brief(entries)).toEqual([
      'unrecognised: Context for the model: environment_context.',
      'user: List the files.',
      'thinking: I will look.',
      'tool shell failed',
      'assistant: Two files.'
    ])
    expect(entries[3]?.tool).toMatchObject({
      result: 'a\nb\n',
      exitCode: 2,
      durationMs: 500,
      arguments: { command: ['ls'] }
    })
    expect(opened.summary).toMatchObject({
      title: 'List the files.',
      workspace: '/w',
      layout: 'legacy',
      ownCheckpoints: 1
    })
    const { accounting, entries: count } = await opened.account(new AbortController().signal, () => undefined)
    expect(accounting).toMatchObject({ read: 10, shown: 9, raw: 1, unreadable: 0 })
    expect(count).toBe(4)
  })

  it('keeps turns that were taken back below the divider that took them', async () => {
    const turn = (second: number, text: string) => [
      sent(second, text),
      event(second, 'user_message', { message: text }),
      event(second + 1, 'agent_message', { message: `Done: ${text}` })
    ]
    const { entries, opened } = await openMade([
      meta(),
      ...turn(1, 'one'),
      ...turn(3, 'two'),
      ...turn(5, 'three'),
      event(7, 'thread_rolled_back', { num_turns: 2 }),
      ...turn(8, 'four')
    ])
    const rewind = entries.find(({ notice }) => notice === 'rewind')
    expect(entries.filter(({ parent }) => parent === rewind?.id).map(({ text }) => text)).toEqual([
      'two',
      'Done: two',
      'three',
      'Done: three'
    ])
    expect(entries.filter(({ parent, kind }) => !parent && kind === 'user').map(({ text }) => text)).toEqual([
      'one',
      'four'
    ])
    const fromEnd = await opened.page({ from: 'end', direction: 'backward', limit: 500 })
    expect(fromEnd.entries).toEqual(entries)
    expect((await opened.account(new AbortController().signal, () => undefined)).entries).toBe(5)
  })

  it('D2 shows a compaction of many messages that is too long to be read', async () => {
    const history = Array.from({ length: 5000 }, (_, index) => ({
      role: 'user',
      content: [{ text: `${index} ${'y'.repeat(1000)}` }]
    }))
    const { entries, opened } = await openMade([
      meta(),
      event(1, 'user_message', { message: 'Before' }),
      line(2, 'compacted', { message: 'Summary', replacement_history: history }),
      event(3, 'user_message', { message: 'After' })
    ])
    expect(brief(entries)).toEqual([
      'user: Before',
      'compaction: The conversation was compacted. The record of it has 5 MB and is not read.',
      'user: After'
    ])
    const { accounting, findings } = await opened.account(new AbortController().signal, () => undefined)
    expect(accounting).toMatchObject({ read: 4, shown: 3, unreadable: 1 })
    expect(findings.map(({ code }) => code)).toEqual(['record.unreadable.long'])
  })

  it('D1 knows at the end of a long file what was taken back far before it', async () => {
    const long = (second: number, text: string) => [
      event(second, 'user_message', { message: text }),
      event(second, 'agent_message', { message: 'x'.repeat(700_000) })
    ]
    const { entries, opened } = await openMade([
      meta(),
      ...long(1, 'one'),
      ...long(2, 'two'),
      event(3, 'thread_rolled_back', { num_turns: 1 }),
      ...Array.from({ length: 6 }, (_, number) => long(4, `later ${number}`)).flat()
    ])
    expect(entries.filter(({ parent }) => parent !== undefined)).toHaveLength(2)
    const page = await opened.page({ from: 'end', direction: 'backward', limit: 500 })
    expect(page.entries).toEqual(entries)
  })

  it('says that a turn was interrupted, and that its open call was cancelled', async () => {
    const { entries } = await openMade([
      meta(),
      event(1, 'user_message', { message: 'Go.' }),
      call(2, 'c1'),
      event(3, 'turn_aborted', { reason: 'interrupted' })
    ])
    expect(brief(entries)).toEqual(['user: Go.', 'tool shell cancelled', 'interruption: The turn was interrupted.'])
  })

  it('C11 marks what a fork copied from its parent, and keeps its own id', async () => {
    const turnOf = (at: number) =>
      `${at
        .toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-')}-7000-8000-000000000009`
    const before = turnOf(Date.UTC(2025, 8, 1))
    const after = turnOf(Date.UTC(2025, 9, 1, 10, 0, 5))
    const { entries, opened } = await openMade([
      meta({ forked_from_id: 'parent-thread' }),
      { ...meta(), payload: { id: 'parent-thread', timestamp: '2025-09-01T00:00:00.000Z', cwd: '/other' } },
      event(0, 'task_started', { turn_id: before }),
      event(0, 'user_message', { message: 'Old prompt' }),
      event(0, 'task_complete', { turn_id: before }),
      event(5, 'task_started', { turn_id: after }),
      event(6, 'user_message', { message: 'New prompt' })
    ])
    expect(entries.map(({ text, inherited }) => [text, inherited])).toEqual([
      ['Forked from @@parent-thread', true],
      ['Old prompt', true],
      ['New prompt', undefined]
    ])
    expect(opened.summary).toMatchObject({
      id: madeId,
      parent: 'parent-thread',
      parentKind: 'fork',
      title: 'New prompt'
    })
  })
})

describe('rollouts of the first era, without envelopes', () => {
  it('shows the messages themselves', async () => {
    const { entries, opened } = await openMade([
      { id: madeId, timestamp: '2025-07-01T10:00:00.000Z', instructions: null, git: {} },
      { record_type: 'state' },
      {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: '<environment_context>x</environment_context>' }]
      },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Say hello.' }] },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hello it is.' }] },
      {
        type: 'local_shell_call',
        call_id: 'l1',
        status: 'completed',
        action: { type: 'exec', command: ['echo', 'hi'] }
      },
      { type: 'function_call_output', call_id: 'l1', output: 'hi' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] }
    ])
    expect(brief(entries).slice(1)).toEqual([
      'user: Say hello.',
      'thinking: Hello it is.',
      'tool shell ok',
      'assistant: Hello.'
    ])
    expect(opened.summary).toMatchObject({ title: 'Say hello.', startedAt: Date.UTC(2025, 6, 1, 10) })
  })
})

describe('rollouts of the paginated mode', () => {
  it('joins a command that outlived its first answer, and shows one that the person ran as such', async () => {
    const { entries } = await openMade([
      meta({ history_mode: 'paginated' }),
      item(1, 'UserMessage', { content: [{ type: 'text', text: 'Serve.' }] }),
      call(2, 'c1', 'exec_command', '{"cmd":"serve"}'),
      answer(3, 'c1', 'Chunk ID: 1\nWall time: 1.0000 seconds\nProcess running with session ID 7\nOutput:\nstarting'),
      event(4, 'task_complete', {}),
      item(5, 'CommandExecution', {
        id: 'c1',
        status: 'failed',
        exit_code: 137,
        aggregated_output: 'starting\nkilled'
      }),
      item(6, 'CommandExecution', {
        id: 'u1',
        source: 'user_shell',
        command: ['/bin/bash', '-lc', 'git status'],
        status: 'completed',
        exit_code: 0,
        aggregated_output: 'clean'
      })
    ])
    expect(brief(entries)).toEqual(['user: Serve.', 'tool exec_command failed', 'shell shell ok'])
    expect(entries[1]?.tool).toMatchObject({ exitCode: 137, result: 'starting\nkilled' })
    expect(entries[2]).toMatchObject({ text: 'git status', tool: { result: 'clean' } })
  })

  it('shows plans with their steps, and C9 keeps kinds that it does not know', async () => {
    const { entries } = await openMade([
      meta({ history_mode: 'paginated' }),
      call(1, 'p1', 'update_plan', '{"plan":[{"step":"Look","status":"completed"},{"step":"Act","status":"pending"}]}'),
      answer(2, 'p1', 'Plan updated'),
      item(3, 'Telepathy', { id: 't1' }),
      event(4, 'oracle_spoke'),
      line(5, 'dream', {}),
      line(6, 'response_item', { type: 'vision' })
    ])
    expect(entries[0]).toMatchObject({
      kind: 'plan',
      steps: [
        { text: 'Look', status: 'completed' },
        { text: 'Act', status: 'pending' }
      ]
    })
    expect(entries.slice(1).map(({ kind }) => kind)).toEqual(Array.from({ length: 4 }, () => 'unrecognised'))
  })
})

describe('a session that worked elsewhere than it began', () => {
  it('B2 names every directory of its turns, and is taken up where it began', async () => {
    const turn = (second: number, cwd: string) => [
      line(second, 'turn_context', { cwd, model: 'm' }),
      event(second, 'user_message', { message: `In ${cwd}.` })
    ]
    const { opened } = await openMade([meta(), ...turn(1, '/w'), ...turn(2, '/w/deeper'), ...turn(3, '/other')])
    expect(opened.summary).toMatchObject({ workspace: '/w', directories: ['/w', '/w/deeper', '/other'] })
    expect((await openMade([meta(), ...turn(1, '/w')])).opened.summary.directories).toBeUndefined()
  })
})

describe('compressed and archived rollouts', () => {
  it('reads one that is compressed, and lists a plain twin instead of it', async () => {
    const lines = [meta(), event(1, 'user_message', { message: 'Packed.' })]
    const { entries, opened, home, source } = await openMade(lines, true)
    expect(brief(entries)).toEqual(['user: Packed.'])
    expect(opened.path?.endsWith('.jsonl.zst')).toBe(true)
    expect(opened.summary).toMatchObject({ title: 'Packed.', layout: 'legacy, compressed' })
    writeRollout(home, rolloutPath(), [...lines, event(2, 'agent_message', { message: 'Newer.' })])
    const units = (await scanAll(adapter, source, readingFor())).filter(({ type }) => type === 'unit')
    expect(units).toMatchObject([{ unit: rolloutPath(), sessions: [{ id: madeId, layout: 'legacy' }] }])
  })

  it('takes the history of a fork from a parent that was archived and compressed', async () => {
    const parent = '0199a000-0000-7000-8000-00000000000a'
    const numbered = (lines: readonly object[], from: number) =>
      lines.map((each, index) => ({ ...each, ordinal: from + index }))
    const own = [
      meta({
        history_mode: 'paginated',
        forked_from_id: parent,
        history_base: { thread_id: parent, end_ordinal_exclusive: 2, end_byte_offset: 9 }
      }),
      item(5, 'UserMessage', { content: [{ type: 'text', text: 'New' }] })
    ]
    const { home, source } = await openMade(numbered(own, 2))
    const old = [
      meta({ id: parent, history_mode: 'paginated' }),
      item(1, 'UserMessage', { content: [{ type: 'text', text: 'Old' }] }),
      item(2, 'UserMessage', { content: [{ type: 'text', text: 'After the fork' }] })
    ]
    writeRollout(home, rolloutPath(parent, 'archived_sessions'), numbered(old, 0), true)
    const opened = await adapter.open(source, madeId, readingFor())
    const { entries } = await opened.page({ from: 'start', direction: 'forward', limit: 50 })
    expect(brief(entries)).toEqual(['user: Old', `fork: Forked from @@${parent}`, 'user: New'])
    const pages = []
    for (let from: string | null = 'end'; from !== null; ) {
      const page = await opened.page({ from, direction: 'backward', limit: 1 })
      pages.unshift(...page.entries)
      from = page.before
    }
    expect(pages).toEqual(entries)
  })

  it('goes on from an earlier file of the same id, of which it takes only the beginning', async () => {
    const say = (ordinal: number, text: string) => ({
      ...item(ordinal, 'UserMessage', { content: [{ type: 'text', text }] }),
      ordinal
    })
    const { home, source } = await openMade([
      { ...meta({ history_mode: 'paginated' }), ordinal: 0 },
      say(1, 'Kept'),
      say(2, 'Taken back')
    ])
    const base = { thread_id: madeId, end_ordinal_exclusive: 2, end_byte_offset: 7 }
    const later = `sessions/2025/10/02/rollout-2025-10-02T10-00-00-${madeId}.jsonl`
    writeRollout(home, later, [
      { ...meta({ history_mode: 'paginated', history_base: base }), ordinal: 2 },
      say(3, 'Instead')
    ])
    const opened = await adapter.open(source, madeId, readingFor())
    const { entries } = await opened.page({ from: 'start', direction: 'forward', limit: 50 })
    expect(entries.filter(({ kind }) => kind === 'user').map(({ text }) => text)).toEqual(['Kept', 'Instead'])
    expect(opened.summary.parent).toBeUndefined()
  })
})
