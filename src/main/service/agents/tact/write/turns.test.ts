import { describe, expect, it } from 'vitest'
import { asStoredInteger, asStoredText } from '../../foreign-sqlite/write/stored-value'
import { type MadeRecord, recorder, sessionA } from '../testing/made-store'
import { ownColumns } from './schema'
import { newRow, type SessionState } from './session-state'
import { turnEnd, turnsOf } from './turns'

function stateOf(records: readonly MadeRecord[]): SessionState {
  const header = { session: sessionA, columns: ownColumns }
  const events = records.map((record, index) =>
    newRow(header, 'events', {
      event_id: asStoredInteger(index + 1),
      session_id: asStoredText(sessionA),
      record_json: { type: 'blob', value: Buffer.from(JSON.stringify(record)) }
    })
  )
  return { ...header, sessions: null, events, resumeState: null }
}

const { local, agent, started } = recorder()
const prompt = (id: number) => local('user.submitted', { id, text: `prompt ${id}` })
const accepted = (id: number) => local('worker.turn_accepted', { id })
const finished = (id: number, more = {}) => local('worker.turn_finished', { id, ...more })
const good = (id: number) => [
  prompt(id),
  accepted(id),
  agent('run.started'),
  finished(id),
  agent('assistant.message'),
  agent('run.completed')
]

describe('turnsOf', () => {
  it('tact-29 counts a turn as good wherever the worker says that it ended', () => {
    const late = [
      started(),
      prompt(1),
      agent('run.started'),
      accepted(1),
      agent('run.completed'),
      finished(1),
      local('worker.stopped')
    ]
    expect(turnsOf(stateOf(late))).toMatchObject({
      runs: [{ start: 2, end: 5, good: true }],
      lastGood: 5,
      failedFrom: null
    })
    expect(turnsOf(stateOf([started(), ...good(1)]))).toMatchObject({ lastGood: 6, failedFrom: null })
  })

  it.each([
    ['failed', [prompt(2), accepted(2), agent('run.started'), finished(2, { error: 'x' }), agent('run.failed')]],
    [
      'was interrupted',
      [
        prompt(2),
        agent('run.started'),
        local('worker.turns_interrupted', { count: 1 }),
        finished(2),
        agent('run.failed')
      ]
    ],
    [
      'was stopped for good',
      [prompt(2), agent('run.started'), agent('run.completed'), finished(2, { error: 'x', terminal_stop: 'y' })]
    ],
    ['was killed', [prompt(2), accepted(2), agent('run.started'), agent('tool.call')]],
    ['never began', [prompt(2), accepted(2), finished(2, { error: 'no credentials' })]],
    [
      'was a reflection that failed',
      [local('reflection.started', { id: 2 }), agent('run.started'), agent('run.failed')]
    ]
  ])('tact-16 finds where a turn begins that %s', (_how, tail) => {
    expect(turnsOf(stateOf([started(), ...good(1), ...tail]))).toMatchObject({ lastGood: 6, failedFrom: 7 })
  })

  it('counts a turn as good whose last records are lost, when the record with its state is there', () => {
    const killed = [started(), ...good(1), prompt(2), agent('run.started'), finished(2), agent('assistant.message')]
    expect(turnsOf(stateOf(killed))).toMatchObject({ lastGood: 10, failedFrom: null })
    expect(turnsOf(stateOf([...killed, started(), prompt(1)]))).toMatchObject({ lastGood: 10, failedFrom: 12 })
  })

  it('takes no cut for records that are no turn', () => {
    const after = [
      local('effort.changed', { from: 'low', to: 'high' }),
      local('shell.started', { id: 1 }),
      local('session.ended', {})
    ]
    expect(turnsOf(stateOf([started(), ...good(1), ...after, started()]))).toMatchObject({ failedFrom: null })
  })
})

describe('turnEnd', () => {
  it('gives a prompt that waited in a queue to the run after it was accepted', () => {
    const queued = stateOf([
      started(),
      prompt(1),
      accepted(1),
      agent('run.started'),
      prompt(2),
      agent('run.completed'),
      finished(1),
      agent('run.started'),
      accepted(2),
      agent('run.completed'),
      finished(2)
    ])
    const turns = turnsOf(queued)
    expect([1, 2, 3, 5].map((index) => turnEnd(queued, turns, index))).toEqual([6, 6, 6, 6])
    expect([7, 8, 9].map((index) => turnEnd(queued, turns, index))).toEqual([10, 10, 10])
  })

  it('takes a shell of the person with its result, a prompt without a run up to the next, and a divider alone', () => {
    const state = stateOf([
      started(),
      local('shell.started', { id: 1, command: 'ls' }),
      local('shell.started', { id: 2, command: 'pwd' }),
      local('shell.finished', { id: 2 }),
      local('shell.finished', { id: 1 }),
      prompt(1),
      accepted(1),
      finished(1, { error: 'no credentials' }),
      local('effort.changed', {}),
      prompt(2)
    ])
    const turns = turnsOf(state)
    expect([0, 1, 2, 5, 8, 9].map((index) => turnEnd(state, turns, index))).toEqual([0, 4, 3, 8, 8, 9])
  })
})
