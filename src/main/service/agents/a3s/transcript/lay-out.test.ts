import { describe, expect, it } from 'vitest'
import type { Fields } from '../fields'
import { ExactTimes } from './exact-times'
import { layOut } from './lay-out'
import { makeEntry } from './make-entry'

const text = (role: string, words: string) => ({ role, content: [{ type: 'text', text: words }] })
const call = (id: string, name = 'bash', input: unknown = {}) => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name, input }]
})
const result = (id: string, content: unknown = 'done', failed = false) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content, is_error: failed }]
})
const event = (sequence: number, at: number, of: object) => ({ sequence, timestamp_ms: at, event: of })
const run = (id: string, prompt: string, status: string, at: number, events: readonly object[] = []) => ({
  snapshot: {
    id,
    session_id: 's',
    status,
    prompt,
    created_at_ms: at,
    updated_at_ms: at + 90,
    event_count: events.length
  },
  events
})

function entriesOf(messages: readonly unknown[], more: Fields = {}) {
  const snapshot: Fields = { session: { id: 's', messages }, ...more }
  const layout = layOut(snapshot)
  const times = new ExactTimes((more.run_records ?? []) as readonly unknown[], layout)
  return layout.slots.map((slot) => makeEntry(slot, { snapshot, layout, times }))
}

const brief = (entries: ReturnType<typeof entriesOf>) =>
  entries.map((entry) => [entry.kind, entry.text || (entry.tool?.name ?? '')])

describe('layOut', () => {
  it('puts what runs tell after the messages that they belong to', () => {
    const runs = [
      run('r2', 'second', 'failed', 200, [event(0, 210, { type: 'agent_start', prompt: 'second' })]),
      run('r1', 'first', 'completed', 100, [
        event(0, 110, { type: 'planning_end', plan: { goal: 'the plan', steps: [] }, estimated_steps: 0 }),
        event(1, 120, { type: 'tool_end', id: 'c1', name: 'bash', output: '', exit_code: 0 }),
        event(2, 130, { type: 'context_compacted', before_messages: 9, after_messages: 2 })
      ])
    ]
    const messages = [text('user', 'first'), call('c1'), result('c1'), text('assistant', 'ok'), text('user', 'second')]
    expect(brief(entriesOf(messages, { run_records: runs }))).toEqual([
      ['user', 'first'],
      ['plan', 'the plan'],
      ['tool', 'bash'],
      ['notice', 'The context was compacted from 9 to 2 messages'],
      ['assistant', 'ok'],
      ['user', 'second'],
      ['notice', 'The run failed: second']
    ])
  })

  it('pairs repeated prompts with runs in order, and gives times only where they are certain', () => {
    const messages = [text('user', 'go on'), text('assistant', 'a'), text('user', 'go on'), text('user', 'bye')]
    const all = [run('r1', 'go on', 'completed', 100), run('r2', 'go on', 'completed', 200)]
    const timesOf = (runs: readonly object[]) =>
      entriesOf(messages, { run_records: runs }).flatMap((entry) => (entry.kind === 'user' ? [entry.at] : []))
    expect(timesOf(all)).toEqual([100, 200, null])
    // One of the two runs is no longer kept: which of the prompts it belongs to cannot be known.
    expect(timesOf(all.slice(1))).toEqual([null, null, null])
  })

  it('joins the n-th result of an id with its n-th call, and shows a result without a call', () => {
    const messages = [call('c'), result('c', 'one'), call('c'), result('c', 'two', true), result('lost', 'three')]
    const entries = entriesOf(messages)
    expect(entries.map((entry) => [entry.kind, entry.tool?.status, entry.tool?.result])).toEqual([
      ['tool', 'ok', 'one'],
      ['tool', 'failed', 'two'],
      ['notice', undefined, undefined]
    ])
    expect(entries[2]?.text).toContain('three')
  })

  it('calls a call without a result running only while its run is', () => {
    const status = (state: string) =>
      entriesOf([text('user', 'p'), call('c')], { run_records: [run('r', 'p', state, 1)] })[1]?.tool?.status
    expect(status('executing')).toBe('running')
    expect(status('failed')).toBe('cancelled')
    expect(entriesOf([call('c')])[0]?.tool?.status).toBe('cancelled')
  })

  it('nests a subagent in the call that started it, and shows one that no call names', () => {
    const task = (id: string, description: string) => ({
      task_id: id,
      child_session_id: `child-${id}`,
      agent: 'explore',
      description,
      status: 'completed',
      started_ms: 5
    })
    const messages = [text('user', 'p'), call('c', 'task', { agent: 'explore', prompt: 'look here' }), result('c')]
    const entries = entriesOf(messages, { subagent_tasks: [task('1', 'look here'), task('2', 'look there')] })
    expect(entries[1]?.tool?.subagent).toEqual({ id: 'child-1', name: 'explore' })
    expect(entries.filter((entry) => entry.notice === 'session').map((entry) => entry.text)).toEqual([
      'Subagent explore: look there (completed)'
    ])
  })

  it('gives a call its exact time, duration and exit code', () => {
    const events = [
      event(0, 10, { type: 'tool_execution_start', id: 'c', name: 'bash', args: {} }),
      event(1, 35, { type: 'tool_end', id: 'c', name: 'bash', output: 'x', exit_code: 3 })
    ]
    const entries = entriesOf([text('user', 'p'), call('c'), result('c')], {
      run_records: [run('r', 'p', 'completed', 1, events)]
    })
    expect(entries[1]).toMatchObject({ at: 10, tool: { durationMs: 25, exitCode: 3 } })
  })

  it('shows an edit and a written file as changes', () => {
    const edit = { file_path: 'a.js', old_string: 'x', new_string: 'y' }
    const entries = entriesOf([call('1', 'edit', edit), call('2', 'write', { file_path: 'b.js', content: 'z' })])
    expect(entries.map((entry) => entry.tool?.edits)).toEqual([
      [{ path: 'a.js', before: 'x', after: 'y' }],
      [{ path: 'b.js', after: 'z' }]
    ])
  })
})
