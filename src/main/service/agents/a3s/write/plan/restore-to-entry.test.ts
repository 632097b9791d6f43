import { describe, expect, it } from 'vitest'
import { fromPlain, type JsonObject, toPlain } from '../../../../json/json-value'
import { pictureOf } from '../../../../restore/testing/test-home'
import { fieldsOf, listOf } from '../../fields'
import { listSessions } from '../../store/list-sessions'
import { loadSnapshot } from '../../store/load-session'
import { storeCopy } from '../../test-fixtures'
import { layOut } from '../../transcript/lay-out'
import { slotId } from '../../transcript/make-entry'
import { validateSnapshot } from '../../validation/validate-snapshot'
import { editList, editMember, listIn, withMember } from '../document-edits'
import { change, engineOn, failureOf, undo, withoutLog } from '../testing/made-engine'
import { sessionOf, unwrap } from '../testing/made-store'
import { cutSnapshot } from './cut-snapshot'

const barometer = 'barometer-7f3a1c'
const running = { running: 'replace' }

/** Entries that come from messages, in order. */
function entriesOf(snapshot: JsonObject): readonly string[] {
  const ids = layOut(fieldsOf(toPlain(snapshot))).slots.map(slotId)
  return ids.filter((id) => id.startsWith('m'))
}

const snapshotIn = (root: string, id: string) => unwrap(loadSnapshot(root, id, null))?.snapshot as JsonObject

describe('cutSnapshot', () => {
  it('ends any session of the ordinary store at any entry, or says why not; what is left is what a3s would resume', () => {
    const root = storeCopy('weather')
    const counts = { cut: 0, refused: 0 }
    for (const id of listSessions(root, null)) {
      const snapshot = snapshotIn(root, id)
      const entries = entriesOf(snapshot)
      for (const [index, entry] of entries.entries()) {
        const cut = cutSnapshot(snapshot, entry)
        if ('refused' in cut) {
          expect(cut.refused).not.toBe('')
          counts.refused += 1
          continue
        }
        counts.cut += 1
        expect([id, entry, entriesOf(cut.snapshot)]).toEqual([id, entry, entries.slice(0, index + 1)])
        expect(validateSnapshot(cut.snapshot, id)).toEqual([])
        expect(openCalls(cut.snapshot)).toEqual([])
      }
    }
    expect(counts.cut).toBeGreaterThan(40)
    expect(counts.refused).toBeGreaterThan(10)
  })

  it('takes runs, subagents and findings that came later away', () => {
    const snapshot = snapshotIn(storeCopy('weather'), barometer)
    const [first] = entriesOf(snapshot)
    const cut = cutSnapshot(snapshot, first ?? '')
    if ('refused' in cut) throw new Error(cut.refused)
    expect(listIn(sessionOf(cut.snapshot), 'messages')).toHaveLength(1)
    expect([cut.runs.length, listIn(cut.snapshot, 'run_records')]).toEqual([2, []])
    expect(listIn(cut.snapshot, 'artifacts')).toEqual(listIn(snapshot, 'artifacts'))
    const left = fieldsOf(toPlain(cut.snapshot))
    expect(listOf(fieldsOf(left.session_review).findings)).toHaveLength(
      listOf(fieldsOf(fieldsOf(toPlain(snapshot)).session_review).findings).length - cut.findings
    )
  })

  it('brings the task list of then where a run that stays has told it, and else keeps the present one', () => {
    const told = withTasks(snapshotIn(storeCopy('weather'), barometer))
    const prompts = entriesOf(told).filter((id) => /^m\d+$/.test(id))
    const beforeSecond = entriesOf(told)[entriesOf(told).indexOf(prompts[1] ?? '') - 1] ?? ''
    const tasksAfter = (entry: string) => {
      const cut = cutSnapshot(told, entry)
      if ('refused' in cut) throw new Error(cut.refused)
      return [cut.tasks, toPlain(sessionOf(cut.snapshot).get('tasks') ?? null)]
    }
    expect(tasksAfter(beforeSecond)).toEqual(['then', [task('of run 1')]])
    expect(tasksAfter(prompts[0] ?? '')).toEqual(['now', toPlain(sessionOf(told).get('tasks') ?? null)])
  })

  const task = (content: string) => ({ id: 't', content, status: 'pending', priority: 'low' })

  /** Each run tells a task list of its own, at its end. */
  function withTasks(snapshot: JsonObject): JsonObject {
    let run = 0
    return editList(snapshot, 'run_records', (record) => {
      run += 1
      const event = { type: 'task_updated', session_id: barometer, tasks: [task(`of run ${run}`)] }
      const last = fromPlain({ sequence: 9000, timestamp_ms: 1, event })
      const events = withMember(record, 'events', [...listIn(record, 'events'), last])
      return editMember(events, 'snapshot', (inner) => withMember(inner, 'event_count', fromPlain(9001)))
    })
  }

  it('refuses thinking, notices, the last entry, an unknown one, and a session with a durable source', () => {
    const root = storeCopy('weather')
    const snapshot = snapshotIn(root, barometer)
    const ids = layOut(fieldsOf(toPlain(snapshot))).slots.map(slotId)
    const why = (entry: string, of = snapshot) => {
      const cut = cutSnapshot(of, entry)
      return 'refused' in cut ? cut.refused : 'cut'
    }
    expect(why(ids.find((id) => id.endsWith('.thinking')) ?? '')).toContain('thinking')
    expect(why(ids.find((id) => !id.startsWith('m')) ?? '')).toContain('no part of a message')
    expect(why(entriesOf(snapshot).at(-1) ?? '')).toContain('ends there already')
    expect(why('m999')).toContain('no such entry')
    const durable = snapshotIn(root, 'goal-v2')
    expect(why(entriesOf(durable)[0] ?? '', durable)).toContain('effect log')
  })
})

describe('restore-to-entry', () => {
  it('ends the conversation after the entry, and the undo brings the rest back byte for byte', async () => {
    const place = engineOn('weather')
    const before = pictureOf(place.root)
    const entries = entriesOf(snapshotIn(place.root, barometer))
    const entry = entries.find((id) => /^m\d+$/.test(id) && id !== entries[0]) ?? ''
    const { plan, result } = await change(place, barometer, { kind: 'restore-to-entry', entry }, running)
    expect(result.state).toBe('done')
    expect(plan.steps.map(({ action, what }) => `${action} ${what}`)).toEqual(['replace session'])
    expect(plan.cannot.length).toBeGreaterThan(2)
    const after = snapshotIn(place.root, barometer)
    expect(entriesOf(after).at(-1)).toBe(entry)
    await undo(place, result.operationId)
    expect(withoutLog(pictureOf(place.root))).toEqual(withoutLog(before))
  })

  it('a3s-28 forks up to an entry and leaves the first session as it is', async () => {
    const place = engineOn('weather')
    const before = snapshotIn(place.root, barometer)
    const [entry = ''] = entriesOf(before)
    const { result } = await change(place, barometer, { kind: 'fork', checkpoint: null, entry, workspace: null })
    expect(result.state).toBe('done')
    const forks = listSessions(place.root, null).filter(
      (id) => id.startsWith('barometer-fork') || id.includes('-fork-')
    )
    const fork = forks.map((id) => snapshotIn(place.root, id)).find((each) => entriesOf(each).length === 1)
    expect(fork === undefined ? [] : entriesOf(fork)).toEqual([entry])
    expect(snapshotIn(place.root, barometer)).toEqual(before)
  })

  it('refuses with the reason, and a session that breaks a rule with the rule', async () => {
    const place = engineOn('weather')
    const failure = await failureOf(change(place, barometer, { kind: 'restore-to-entry', entry: 'm999' }))
    expect([failure.code, failure.message]).toEqual(['refused', expect.stringContaining('no such entry')])
    // A person knows an entry by what it says, not by its id.
    const thinking = layOut(fieldsOf(toPlain(snapshotIn(place.root, barometer)))).slots.find(
      ({ kind }) => kind === 'thinking'
    )
    const entry = thinking === undefined ? '' : slotId(thinking)
    const { message } = await failureOf(change(place, barometer, { kind: 'restore-to-entry', entry }))
    expect(message).toMatch(/^The conversation cannot end after this entry \(Thinking, “\w.+”\): a message cannot end/)
    expect(message).not.toContain(entry)
    const broken = engineOn('invariants')
    const rule = await failureOf(change(broken, 'inv-run-owner', { kind: 'restore-to-entry', entry: 'm0' }))
    expect(rule.message).toContain('belongs to session')
  })
})

describe('collect', () => {
  it('a3s-31 a3s-54 takes the artifacts that nothing needs, keeps the others, and can be undone', async () => {
    const place = engineOn('weather')
    const before = pictureOf(place.root)
    const ids = listSessions(place.root, null)
    const outcomes: string[] = []
    for (const id of ids) {
      const session = { source: place.source.id, id }
      const plan = await place.engine.makePlan({ kind: 'collect', session }).catch((error) => error.failure.message)
      if (typeof plan === 'string') {
        expect(plan).toContain('in use or pinned')
        continue
      }
      const artifacts = listIn(snapshotIn(place.root, id), 'artifacts').length
      const { result } = await change(place, id, { kind: 'collect' }, plan.conflicts.length > 0 ? running : {})
      const left = listIn(snapshotIn(place.root, id), 'artifacts').length
      expect([id, result.state, left < artifacts]).toEqual([id, 'done', true])
      expect(validateSnapshot(snapshotIn(place.root, id), id)).toEqual([])
      await undo(place, result.operationId)
      outcomes.push(id)
    }
    expect(outcomes.length).toBeGreaterThan(0)
    expect(withoutLog(pictureOf(place.root))).toEqual(withoutLog(before))
  })
})

/** Calls without a result, which no model would take. */
function openCalls(snapshot: JsonObject): readonly unknown[] {
  const blocks = listOf(fieldsOf(fieldsOf(toPlain(snapshot)).session).messages).flatMap((message) =>
    listOf(fieldsOf(message).content).map(fieldsOf)
  )
  const answered = new Set(blocks.filter(({ type }) => type === 'tool_result').map((block) => block.tool_use_id))
  return blocks.filter(({ type, id }) => type === 'tool_use' && !answered.has(id)).map(({ id }) => id)
}
