import type { Entry } from '@shared/domain/transcript'
import { describe, expect, it } from 'vitest'
import { recordKinds } from '../record-kinds'
import { type MadeRecord, recorder, toRows } from '../testing/made-store'
import { fromTheStart, TranscriptProjector } from './projector'

function project(records: readonly MadeRecord[]): readonly Entry[] {
  const projector = new TranscriptProjector(fromTheStart(2))
  for (const row of toRows(records)) projector.push(row)
  projector.close()
  return [...projector.items]
    .sort((a, b) => a.anchor - b.anchor)
    .filter((item) => !item.hidden)
    .map((item) => item.entry)
}

/** `kind: text`, or `kind name status` for calls. */
function brief(entries: readonly Entry[]): readonly string[] {
  return entries.map(({ kind, text, tool, notice }) =>
    kind === 'tool' || kind === 'shell' ? `${kind} ${tool?.name} ${tool?.status}` : `${notice ?? kind}: ${text}`
  )
}

const run = recorder()
const call = (callId: string, tool: string, argumentsValue: unknown = {}, index = 1) =>
  run.agent('tool.call', { call_id: callId, tool, arguments: argumentsValue, model_call_index: index })
const result = (callId: string, tool: string, value: unknown, more: object = {}) =>
  run.agent('tool.result', { call_id: callId, tool, status: 'completed', duration_ns: 5e6, result: value, ...more })
const shellResult = (callId: string, tool: string, structured: object) =>
  result(callId, tool, 'text', { structured_result: structured })
const running = [run.agent('run.started', {})]

describe('TranscriptProjector: answers and thoughts', () => {
  it('tact-19 puts pieces of a message into one draft, and tact-11 replaces it by the message', () => {
    const pieces = [
      run.agent('assistant.delta', { model_call_index: 1, item_id: 'm1', phase: 'commentary', text: 'Half ' }),
      run.agent('assistant.delta', { model_call_index: 1, item_id: 'm1', phase: 'commentary', text: 'an answer' })
    ]
    const [draft, ...others] = project([...running, ...pieces])
    expect(draft).toMatchObject({ kind: 'assistant', text: 'Half an answer', draft: true })
    expect(others).toEqual([])
    const message = { model_call_index: 1, item_id: 'm1', phase: 'commentary', text: 'A whole answer' }
    const whole = project([...running, ...pieces, run.agent('assistant.message', message)])
    expect(whole).toMatchObject([{ kind: 'assistant', text: 'A whole answer' }])
    expect(whole[0]).not.toHaveProperty('draft')
  })

  it('keeps the drafts of two requests apart', () => {
    const piece = (text: string, requestId?: string) =>
      run.agent('assistant.delta', { model_call_index: 1, text }, requestId)
    const drafts = project([...running, piece('a'), piece('x', 'another request'), piece('b')])
    expect(drafts.map((entry) => entry.text)).toEqual(['ab', 'x'])
  })

  it('tact-11 keeps the draft of an earlier failed turn', () => {
    const failed = [
      run.agent('run.started', {}),
      run.agent('assistant.delta', { model_call_index: 1, item_id: 'm1', text: 'Unfinished' }),
      run.agent('run.failed', { status: 'failed' })
    ]
    const good = [
      run.agent('run.started', {}),
      run.agent('assistant.message', { model_call_index: 1, item_id: 'm1', text: 'Finished' })
    ]
    const answers = project([...failed, ...good]).filter((entry) => entry.kind === 'assistant')
    expect(answers.map((entry) => [entry.text, entry.draft])).toEqual([
      ['Unfinished', true],
      ['Finished', undefined]
    ])
  })

  it('tact-19 joins the pieces of a thought, with a line of its own for a heading', () => {
    const thought = (text: string) => run.agent('reasoning.summary.delta', { model_call_index: 1, text })
    expect(brief(project([...running, thought('**One**\n\nfirst.'), thought('**Two**\n\nsecond.')]))).toEqual([
      'thinking: **One**\n\nfirst.\n\n**Two**\n\nsecond.'
    ])
  })

  it('tact-31 starts a new thought after anything else, and for another request', () => {
    const thought = (text: string, requestId?: string) =>
      run.agent('reasoning.summary.delta', { model_call_index: 1, text }, requestId)
    const entries = project([
      ...running,
      thought('a'),
      run.agent('assistant.message', { model_call_index: 1, text: 'm' }),
      thought('b'),
      call('c1', 'view_image'),
      thought('c'),
      run.local('shell.started', { id: 1, command: 'ls' }),
      thought('d'),
      thought('e', 'another request')
    ])
    const thoughts = entries.filter((entry) => entry.kind === 'thinking')
    expect(thoughts.map((entry) => entry.text)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

describe('TranscriptProjector: runs', () => {
  it('tact-19 shows one error for two failures, and none for a retry that worked', () => {
    const broken = [
      run.agent('model.attempt.failed', { error: 'reset' }),
      run.agent('model.attempt.retrying', { error: 'reset' })
    ]
    const good = [
      run.agent('model.connection.completed', {}),
      run.agent('run.completed', { duration_ns: 48_211_450_112 })
    ]
    expect(brief(project([...running, ...broken, ...good]))).toEqual(['run: Turn completed · 48 s'])
    const bad = [
      run.local('worker.turn_finished', { id: 1, error: 'stream lost' }),
      run.agent('run.error', { message: 'stream lost for good' }),
      run.agent('run.failed', { status: 'failed' })
    ]
    expect(brief(project([...running, ...broken, ...bad]))).toEqual(['failure: stream lost for good'])
    const after = run.local('worker.turn_finished', { id: 1, error: 'stream lost' })
    expect(brief(project([...running, bad[1] as MadeRecord, bad[2] as MadeRecord, after]))).toHaveLength(1)
  })

  it('tact-22 never says completed for a cancelled or failed run, and nothing for no interrupted response', () => {
    const cancelled = project([
      ...running,
      run.local('worker.turns_interrupted', { count: 0 }),
      run.agent('run.failed', { status: 'cancelled' })
    ])
    expect(brief(cancelled)).toEqual(['failure: The turn was cancelled.'])
    const interrupted = project([...running, run.local('worker.turns_interrupted', { count: 1 })])
    expect(brief(interrupted)).toEqual(['interruption: Interrupted response'])
  })

  it('tact-22 a broken duration does not keep a run going', () => {
    const ended = project([run.agent('run.started', {}), run.agent('run.completed', { duration_ns: 'long' })])
    expect(ended[0]?.text).toMatch(/^Turn completed/)
    const next = project([
      run.agent('run.started', {}),
      run.agent('run.completed', { duration_ns: -5 }),
      run.local('worker.turn_finished', { id: 1, error: 'told at once, since no run is on' })
    ])
    expect(brief(next)[1]).toBe('failure: told at once, since no run is on')
  })

  it('tact-29 groups a turn by its agent records, wherever the worker says that it ended', () => {
    const entries = project([
      run.local('user.submitted', { id: 1, text: 'hello' }),
      run.agent('run.started', {}),
      run.local('worker.turn_finished', { id: 1 }),
      call('c1', 'exec_command', { cmd: 'ls' }),
      shellResult('c1', 'exec_command', { exit_code: 0, output: 'a' }),
      run.agent('assistant.message', { model_call_index: 1, text: 'done' }),
      run.agent('run.completed', { duration_ns: 1e9 })
    ])
    expect(brief(entries)).toEqual([
      'user: hello',
      'tool exec_command ok',
      'assistant: done',
      'run: Turn completed · 1 s'
    ])
  })

  it('tact-30 takes images and no second prompt from input.accepted', () => {
    const input = [
      { type: 'text', text: 'What is ' },
      {
        type: 'image',
        image_url: `data:application/octet-stream;base64,${Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')}`
      },
      { type: 'text', text: ' here?' },
      { type: 'text', text: '<agent_context>hidden</agent_context>' }
    ]
    const entries = project([
      run.local('user.submitted', { id: 1, text: 'What is [Image #1] here?' }),
      run.agent('input.accepted', { kind: 'prompt', input }),
      run.agent('run.started', {})
    ])
    expect(entries).toMatchObject([{ kind: 'user', images: [{ mediaType: 'image/png', bytes: 9 }] }])
  })

  it('tact-19 shows a compaction with its duration, and a failed one only if the run goes on', () => {
    const failed = run.agent('model.compaction.failed', { error: 'timed out', duration_ns: 1 })
    expect(brief(project([...running, run.agent('model.compaction.completed', { duration_ns: 9.12e9 })]))).toEqual([
      'compaction: Context compacted · 9 s'
    ])
    const goesOn = [failed, run.agent('model.call.started', { call_index: 2 }), run.agent('run.completed', {})]
    expect(brief(project([...running, ...goesOn]))[0]).toBe('compaction: Context compaction failed · continuing')
    expect(brief(project([...running, failed, run.agent('run.failed', { status: 'failed' })]))).toEqual([
      'failure: timed out'
    ])
  })
})

describe('TranscriptProjector: calls', () => {
  it('tact-20 fails a call without a result when the session ends, and a user shell without exit code', () => {
    const entries = project([
      ...running,
      call('c1', 'view_image'),
      run.local('shell.started', { id: 1, command: 'sleep 9' }),
      run.local('session.ended', { outcome: 'closed' })
    ])
    expect(brief(entries)).toEqual(['tool view_image failed', 'shell exec_command failed'])
    expect(entries[0]?.tool?.result).toMatch(/no result/)
    const finished = run.local('shell.finished', { id: 2, output: 'x', duration_ns: 1, truncated: false })
    expect(project([run.local('shell.started', { id: 2, command: 'x' }), finished])[0]?.tool?.status).toBe('failed')
  })

  it('tact-21 keeps a yielded shell running until it exits, with all of its output', () => {
    const start = [
      call('c1', 'exec_command', { cmd: 'build' }),
      shellResult('c1', 'exec_command', { session_id: 7, output: 'one ' })
    ]
    const poll = (callId: string, structured: object) => [
      call(callId, 'write_stdin', { session_id: 7, chars: '' }),
      shellResult(callId, 'write_stdin', structured)
    ]
    const exited = project([
      ...running,
      ...start,
      ...poll('c2', { session_id: 7, output: 'two ' }),
      ...poll('c3', { exit_code: 0, output: 'three' })
    ])
    expect(exited).toMatchObject([
      { tool: { name: 'exec_command', status: 'ok', exitCode: 0, result: 'one two three' } }
    ])
    expect(exited[0]?.tool?.durationMs).toBeGreaterThanOrEqual(300)
    const open = project([...running, ...start, run.agent('run.completed', {})])
    expect(brief(open)[0]).toBe('tool exec_command failed')
  })

  it('tact-21 shows the only call of a script for it, and more of them under a batch', () => {
    const one = [call('c1', 'exec', 'code'), call('c1/code-1', 'exec_command', { cmd: 'ls' })]
    expect(brief(project([...running, ...one]))).toEqual(['tool exec_command failed'])
    const entries = project([
      ...running,
      ...one,
      shellResult('c1/code-1', 'exec_command', { exit_code: 0, output: '' }),
      result('c1', 'exec', 'Script completed\n'),
      call('c9', 'view_image'),
      call('c1/code-2', 'apply_patch', '*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch')
    ])
    expect(brief(entries).slice(0, 2)).toEqual(['other: Batch', 'tool exec_command ok'])
    const late = entries.find((entry) => entry.tool?.name === 'apply_patch')
    expect(late).toMatchObject({ parent: 'e2', tool: { edits: [{ path: 'a.txt', patch: '*** Add File: a.txt\n+x' }] } })
  })

  it('shows a script that failed by itself although its only call went well', () => {
    const cell = [
      call('c1', 'exec', 'code'),
      call('c1/code-1', 'exec_command', { cmd: 'ls' }),
      shellResult('c1/code-1', 'exec_command', { exit_code: 0, output: '' })
    ]
    const thrown = result('c1', 'exec', 'Script failed\nScript error:\nboom', { status: 'failed' })
    const entries = project([...running, ...cell, thrown])
    expect(brief(entries)).toEqual(['other: Code', 'tool exec_command ok'])
    expect(entries[0]?.tool).toMatchObject({ status: 'failed', result: expect.stringContaining('boom') })
  })

  it('tact-21 nests only by the exact form of the id, and only under a script', () => {
    const entries = project([
      ...running,
      call('c1', 'exec', 'code'),
      call('c1/code-x', 'exec_command', {}),
      call('c1/other-1', 'exec_command', {}),
      call('c2', 'exec_command', {}),
      call('c2/code-1', 'view_image', {})
    ])
    expect(entries.filter((entry) => entry.parent !== undefined)).toEqual([])
    expect(entries).toHaveLength(5)
  })

  it('tact-21 hides a wait of its own unless it failed, and shows one in a batch', () => {
    const cell = [call('c1', 'exec', 'code'), result('c1', 'exec', 'Script running with cell ID 3\nOutput:\n')]
    const waited = [call('c2', 'wait', { cell_id: '3' }), result('c2', 'wait', 'Script completed\nOutput:\nall')]
    const entries = project([...running, ...cell, ...waited])
    expect(brief(entries)).toEqual(['tool exec ok'])
    expect(entries[0]?.tool?.result).toContain('all')
    const failed = result('c3', 'wait', 'no such cell', { status: 'failed' })
    expect(brief(project([...running, call('c3', 'wait', { cell_id: '9' }), failed]))).toEqual(['tool wait failed'])
    const inBatch = [call('c4', 'exec', ''), call('c4/code-1', 'wait', {}), call('c4/code-2', 'view_image', {})]
    expect(brief(project([...running, ...inBatch])).slice(1)).toEqual(['tool wait failed', 'tool view_image failed'])
  })

  it('tact-32 fails what a terminated script had started, and lets a completed one finish', () => {
    const cell = [
      call('c1', 'exec', 'code'),
      call('c1/code-1', 'exec_command', { cmd: 'sleep' }),
      result('c1', 'exec', 'Script running with cell ID 3\n'),
      call('c2', 'wait', { cell_id: '3', terminate: true })
    ]
    const terminated = project([...running, ...cell, result('c2', 'wait', 'Script terminated\n')])
    expect(terminated).toMatchObject([{ tool: { status: 'failed', result: expect.stringMatching(/terminated/) } }])
    const done = shellResult('c1/code-1', 'exec_command', { exit_code: 0, output: 'late' })
    const completed = project([...running, ...cell, result('c2', 'wait', 'Script completed\n'), done])
    expect(completed).toMatchObject([{ tool: { status: 'ok', result: 'late' } }])
  })

  it('makes a card for a result without a call, and shows a plan with its steps', () => {
    const [lonely] = project([...running, result('c1', 'view_image', 'text')])
    expect(lonely).toMatchObject({ kind: 'tool', tool: { arguments: null, status: 'ok', result: 'text' } })
    const plan = {
      explanation: 'Two.',
      plan: [
        { step: 'Read', status: 'completed' },
        { step: 'Write', status: 'pending' }
      ]
    }
    const [tool, card] = project([
      ...running,
      call('c2', 'update_plan', plan),
      result('c2', 'update_plan', 'Plan updated')
    ])
    expect(tool).toMatchObject({ kind: 'tool', tool: { name: 'update_plan', status: 'ok' } })
    expect(card).toMatchObject({
      kind: 'plan',
      text: 'Two.',
      parent: tool?.id,
      steps: [
        { text: 'Read', status: 'completed' },
        { text: 'Write', status: 'pending' }
      ]
    })
  })

  it('reads results of 0.4 and 0.5, which have no structured result, as JSON or as plain text', () => {
    const old = result('c1', 'exec_command', '{"wall_time_seconds":0.005,"exit_code":0,"output":"ok\\n"}')
    expect(project([...running, call('c1', 'exec_command'), old])[0]?.tool).toMatchObject({
      status: 'ok',
      result: 'ok\n'
    })
    const plain = result('c2', 'exec_command', 'Process exited with code 3\nOutput:\nno')
    expect(project([...running, call('c2', 'exec_command'), plain])[0]?.tool).toMatchObject({
      status: 'failed',
      exitCode: 3
    })
  })
})

describe('TranscriptProjector: other records', () => {
  it('tact-22 has a rule for every kind, and keeps every other kind raw', () => {
    expect(Object.keys(recordKinds).filter((kind) => kind.startsWith('agent/'))).toHaveLength(27)
    const projector = new TranscriptProjector(fromTheStart(2))
    const records = Object.keys(recordKinds).map((kind) => {
      const [source = '', type = ''] = kind.split('/')
      const payload = { text: 't', id: 1, command: 'c', call_id: 'c1', error: 'e', message: 'm' }
      return source === 'agent' ? run.agent(type, payload) : run.local(type, payload)
    })
    expect(toRows(records).map((row) => projector.push(row))).not.toContain('raw')
    expect(projector.push(toRows([run.agent('oracle.spoke', {})])[0] as never)).toBe('raw')
    expect(projector.findings.map((finding) => finding.code)).toEqual(['tact.record.kind'])
  })

  it('says what changed and where a fork started, and leaves diagnostics out', () => {
    const entries = project([
      run.started({ parent_session_id: 'parent', parent_sequence: 3 }),
      run.local('effort.changed', { from: 'low', to: 'high' }),
      run.local('fast_mode.changed', { from: false, to: true }),
      run.local('context.observed', { prompt_cache: true }),
      run.local('reflection.started', { id: 1 }),
      run.local('worker.steer_failed', { error: 'no turn' })
    ])
    expect(brief(entries)).toEqual([
      'fork: Forked from @@parent',
      'setting: Effort changed from low to high',
      'setting: Fast mode turned on',
      'reflection: Reflection started',
      'failure: The steering message was not applied: no turn'
    ])
  })

  it('tact-10 shows nothing of raw events of the interface', () => {
    expect(project([run.agent('api.event', { direction: 'in', event: {} })])).toEqual([])
  })
})
