import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseLossless } from '../../../json/parse-lossless'
import { adapter } from '../adapter'
import { placesOf } from '../places'
import { emptyHome, fixtureHome, fixtureJson, put, readingAt, sourceAt } from '../testing/fixture-home'
import type { Answer } from './answer'
import { type ChangedTasks, changeTasks, type TaskChange } from './change-tasks'
import { loadTasks } from './task-store'

const now = '2027-06-01T00:00:00Z'
const session = 'one'
const file = `.gestura/tasks/${session}.json`

/** A task list that a manager has on the disk: every change is read from there and written there. */
function managed(home = emptyHome()) {
  put(home, '.gestura/agent_sessions/one.json', { id: session })
  const folder = placesOf(sourceAt(home)).liveTasks
  const change = (what: TaskChange): Answer<ChangedTasks, string> => {
    const answer = changeTasks(folder, session, what, now)
    if (answer.ok) put(home, file, answer.value.text)
    return answer
  }
  const list = () => JSON.parse(readFileSync(join(home, file), 'utf8'))
  const add = (id: string, parent?: string) =>
    change({ kind: 'create', id, name: id, description: '', ...(parent && { parent }) })
  const status = (id: string, to: string) => change({ kind: 'update', id, status: to })
  return { home, folder, change, list, add, status }
}

const errorOf = (answer: Answer<unknown, string>) => (answer.ok ? null : answer.error)

describe('changeTasks', () => {
  it('gestura-12 sets the pointer only to an existing task, and clears it with that task', () => {
    const { change, add, list, folder } = managed()
    add('a')
    add('b')
    expect(errorOf(change({ kind: 'set-current', id: 'none' }))).toBe('InvalidInput')
    expect(errorOf(change({ kind: 'set-current', id: 'a' }))).toBeNull()
    expect(loadTasks(folder, session)).toMatchObject({ ok: true, value: { current_task_id: 'a' } })
    change({ kind: 'delete', id: 'b' })
    expect(list().current_task_id).toBe('a')
    change({ kind: 'delete', id: 'a' })
    expect(list()).toEqual({ session_id: session, tasks: [] })
  })

  it('gestura-12 clears the pointer on request', () => {
    const { change, add, list } = managed()
    add('a')
    change({ kind: 'set-current', id: 'a' })
    change({ kind: 'set-current', id: null })
    expect('current_task_id' in list()).toBe(false)
  })

  it('gestura-13 replaces a list as it is, also with a pointer at nothing', () => {
    const { change, list, folder } = managed()
    const wanted = { session_id: session, tasks: [], current_task_id: 'nothing' }
    expect(errorOf(change({ kind: 'replace', list: parseLossless(JSON.stringify(wanted)) }))).toBeNull()
    expect(list()).toEqual(wanted)
    expect(loadTasks(folder, session)).toMatchObject({ ok: true, value: { current_task_id: 'nothing' } })
  })

  it('gestura-14 updates, and gives a deleted task back', () => {
    const { change, add, list } = managed()
    add('a')
    change({ kind: 'update', id: 'a', name: 'new', description: 'more', status: 'InProgress' })
    expect(list().tasks[0]).toMatchObject({ name: 'new', description: 'more', status: 'InProgress', updated_at: now })
    const deleted = change({ kind: 'delete', id: 'a' })
    expect(deleted.ok && deleted.value.deleted?.get('name')).toBe('new')
    expect(list().tasks).toEqual([])
    expect(errorOf(change({ kind: 'delete', id: 'a' }))).toBe('NotFound')
  })

  it('gestura-15 gestura-17 shows a new child below its parent, three levels deep', async () => {
    const { home, add } = managed()
    add('a')
    add('b', 'a')
    add('c', 'b')
    add('d', 'a')
    const [live] = await adapter.tasks(sourceAt(home), session, readingAt())
    expect(live?.tasks.map(({ id, depth }) => [id, depth])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['d', 1]
    ])
  })

  it('gestura-16 keeps a task open while what it waits for is', () => {
    const { change, add, status, list } = managed()
    for (const id of ['a', 'b', 'c']) add(id)
    expect(errorOf(change({ kind: 'wait-for', id: 'a', other: 'b' }))).toBeNull()
    expect(errorOf(change({ kind: 'wait-for', id: 'b', other: 'c' }))).toBeNull()
    expect(errorOf(change({ kind: 'wait-for', id: 'a', other: 'b' }))).toBeNull()
    expect(list().tasks[0].blocked_by).toEqual(['b'])
    expect(errorOf(change({ kind: 'wait-for', id: 'c', other: 'a' }))).toBe('InvalidInput')
    expect(errorOf(change({ kind: 'wait-for', id: 'c', other: 'c' }))).toBe('InvalidInput')
    expect(errorOf(change({ kind: 'wait-for', id: 'c', other: 'none' }))).toBe('NotFound')
    expect(errorOf(status('a', 'Completed'))).toBe('InvalidInput')
    expect(errorOf(status('a', 'Cancelled'))).toBeNull()
    for (const id of ['c', 'b', 'a']) expect(errorOf(status(id, 'Completed'))).toBeNull()
  })

  it('gestura-16 keeps a task open while a child is, or an open grandchild below a completed child', () => {
    const { add, status } = managed()
    add('a')
    add('b', 'a')
    expect(errorOf(status('a', 'Completed'))).toBe('InvalidInput')
    status('b', 'Completed')
    add('c', 'b')
    expect(errorOf(status('a', 'Completed'))).toBe('InvalidInput')
    status('c', 'Completed')
    expect(errorOf(status('a', 'Completed'))).toBeNull()
  })

  it('gestura-18 stores events, execution and results in the metadata without dropping other keys', () => {
    const { home, change, add, list } = managed()
    add('a')
    const text = readFileSync(join(home, file), 'utf8')
    put(home, file, text.replace('"metadata": null', '"metadata": {"mine": 1.0, "success": true}, "later": [2.50]'))
    const record = (what: Extract<TaskChange, { kind: 'record' }>['what']) => change({ kind: 'record', id: 'a', what })
    for (let index = 0; index < 40; index++) {
      record({ memory: { phase: 'handoff', summary: `s${index}`, memory_file_path: `m${index}.md`, recorded_at: now } })
    }
    record({ execution: { saw_mutation: true, evidence: [{ kind: 'build' }] } })
    record({ execution: { saw_mutation: false, test_succeeded: true, evidence: [{ kind: 'test' }] } })
    record({ result: { success: false, output: 'o', tool_calls: 2, duration_ms: 5 } })
    const [task] = list().tasks
    expect(task.metadata.memory_lifecycle.events).toHaveLength(32)
    expect(task.metadata.memory_lifecycle.events.at(-1).summary).toBe('s39')
    expect(task.metadata.memory_lifecycle.last_memory_file_path).toBe('m39.md')
    expect(task.metadata.execution_state).toMatchObject({ saw_mutation: true, test_succeeded: true })
    expect(task.metadata.execution_state.evidence).toEqual([{ kind: 'build' }, { kind: 'test' }])
    expect(task.metadata).toMatchObject({ mine: 1, success: false, output: 'o', tool_calls: 2, duration_ms: 5 })
    const spelled = readFileSync(join(home, file), 'utf8')
    expect(spelled).toContain('"mine": 1.0')
    expect(spelled).toContain('2.50')
  })

  it('says what the file is when it cannot be read', () => {
    const { home, change } = managed()
    put(home, file, '{')
    expect(errorOf(change({ kind: 'set-current', id: null }))).toBe('Serialization')
  })
})

const rows = fixtureJson<{ case: string; operation: string; target: string; outcome: string; error?: string }[]>(
  'outcomes-gestura.json'
).filter((row) => row.operation === 'tasks.complete' || row.operation === 'tasks.setCurrent')

describe('changes of tasks, row by row', () => {
  it('are known for every row', () => expect(rows).toHaveLength(19))

  it.each(rows)('gestura-16 gestura-12 $case: $operation $target is $outcome $error', (row) => {
    const home = fixtureHome(row.case === 'gestura' ? 'gestura' : `gestura-bad/${row.case}`)
    const [id = '', task = ''] = row.target.split(' ')
    const change: TaskChange =
      row.operation === 'tasks.complete'
        ? { kind: 'update', id: task, status: 'Completed' }
        : { kind: 'set-current', id: task }
    const answer = changeTasks(placesOf(sourceAt(home)).liveTasks, id, change, now)
    expect(errorOf(answer)).toBe(row.outcome === 'error' ? row.error : null)
    if (!answer.ok) return
    put(home, `.gestura/tasks/${id}.json`, answer.value.text)
    const loaded = loadTasks(placesOf(sourceAt(home)).liveTasks, id)
    const tasks = loaded.ok ? (loaded.value.tasks as { id: string; status: string }[]) : []
    expect(tasks.find((each) => each.id === task)?.status).toBe('Completed')
  })
})
