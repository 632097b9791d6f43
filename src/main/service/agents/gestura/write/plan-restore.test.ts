import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { describe, expect, it } from 'vitest'
import { fieldsOf, listOf } from '../reading/fields'
import { loadSession } from '../store/session-store'
import { loadTasks } from '../store/task-store'
import { emptyHome, fixtureHome, fixtureJson, put, readingAt, sourceAt } from '../testing/fixture-home'
import { planRestore } from './plan-restore'
import { verifyRestored } from './verify-restored'

const rewind = 'acf19325-7ff2-40f9-a71b-8a29a94f6b29'
const beforeChange = 'e6b1c9f4-7600-42af-b2df-1a6b30200e52'
const twoTurns = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const automatic = '07ac196d-04a4-439f-a0c2-f9ab04fe799e'

function planIn(home: string, session: string, checkpoint: string, now?: number) {
  return planRestore(sourceAt(home), session, checkpoint, readingAt(now))
}

/** Carries a plan out by hand, as gestura itself would. */
function writeSteps(plan: ReturnType<typeof planRestore>): readonly string[] {
  return plan.steps.map(({ path, content }) => put('', path, content ?? new Uint8Array()))
}

function failureOf(work: () => unknown): ExpectedFailure['failure'] | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof ExpectedFailure) return error.failure
    throw error
  }
}

describe('planRestore', () => {
  it('gestura-1 puts message, task and pointer back to what the checkpoint holds', () => {
    const home = fixtureHome('gestura')
    const plan = planIn(home, rewind, beforeChange)
    expect(plan.conflicts).toEqual([])
    expect(plan.steps.map(({ because }) => because)).toEqual(['2 messages become 1', '2 tasks become 1'])
    const paths = writeSteps(plan)
    const session = loadSession(join(home, '.gestura', 'agent_sessions'), rewind)
    const tasks = loadTasks(join(home, '.gestura', 'tasks'), rewind)
    expect(session.ok && listOf(fieldsOf(session.value.state).messages).map((each) => fieldsOf(each).content)).toEqual([
      'hello'
    ])
    expect(tasks.ok && listOf(tasks.value.tasks)).toHaveLength(1)
    expect(tasks.ok && tasks.value.current_task_id).toBe(tasks.ok && fieldsOf(listOf(tasks.value.tasks)[0]).id)
    expect(verifyRestored(sourceAt(home), paths)).toEqual([])
  })

  it('gestura-13 writes every checkpoint of the fixtures as gestura would read it, and the same again when it is applied twice', () => {
    const home = fixtureHome('gestura')
    const rows = fixtureJson<{ agent: string; id: string; checkpoints: string[] }[]>('expected.json').filter(
      (row) => row.agent === 'gestura'
    )
    let applied = 0
    for (const row of rows) {
      for (const checkpoint of row.checkpoints) {
        const plan = planIn(home, row.id, checkpoint)
        const paths = writeSteps(plan)
        expect(verifyRestored(sourceAt(home), paths)).toEqual([])
        expect(planIn(home, row.id, checkpoint).steps.map(({ content }) => content)).toEqual(
          plan.steps.map(({ content }) => content)
        )
        applied += 1
      }
    }
    expect(applied).toBe(72)
  })

  it('asks before an empty task list goes over live tasks, and keeps them by default', () => {
    const [conflict, ...others] = planIn(fixtureHome('gestura'), twoTurns, automatic).conflicts
    expect(others).toEqual([])
    expect(conflict).toMatchObject({ code: 'gestura.restore.empty-tasks', step: 'tasks', default: 'keep' })
    expect(conflict?.leavesOut).toEqual({ keep: ['tasks'], replace: [] })
    expect(conflict?.what).toContain('5 tasks')
  })

  it('tells of task lists in other folders that it does not touch', () => {
    const plan = planIn(fixtureHome('gestura'), twoTurns, automatic)
    expect(plan.notes.filter((note) => note.includes('terminal UI') && note.includes('1 task'))).toHaveLength(1)
    expect(plan.steps.map(({ path }) => path).some((path) => path.includes('.local'))).toBe(false)
  })

  it('asks when the session file was written seconds ago, and keeps everything by default', () => {
    const home = fixtureHome('gestura')
    const now = Date.UTC(2027, 0, 1)
    const path = join(home, '.gestura', 'agent_sessions', `${rewind}.json`)
    utimesSync(path, now / 1000 - 4, now / 1000 - 4)
    const [conflict] = planIn(home, rewind, beforeChange, now).conflicts
    expect(conflict).toMatchObject({ code: 'gestura.restore.running', default: 'keep' })
    expect(conflict?.what).toContain('4 seconds ago')
    expect(conflict?.leavesOut).toEqual({ keep: ['session', 'tasks'], replace: [] })
    expect(planIn(home, rewind, beforeChange, now + 200_000).conflicts).toEqual([])
  })

  it('asks when the session itself says that it was active seconds ago', () => {
    const home = fixtureHome('gestura')
    const lastActive = Date.parse('2026-11-11T16:00:51.902117Z')
    for (const file of [`agent_sessions/${rewind}.json`, `tasks/${rewind}.json`]) {
      utimesSync(join(home, '.gestura', file), 1_000_000, 1_000_000)
    }
    expect(planIn(home, rewind, beforeChange, lastActive + 60_000).conflicts.map(({ code }) => code)).toEqual([
      'gestura.restore.running'
    ])
    expect(planIn(home, rewind, beforeChange, lastActive + 180_000).conflicts).toEqual([])
  })

  it('creates the file of a session that is gone, and says so', () => {
    const home = fixtureHome('gestura')
    const gone = '252ffa3a-4400-4c93-951e-ccad1a0faae0'
    const plan = planIn(home, gone, 'bc9302fa-4d53-49c8-9dcc-8794a754d876')
    expect(existsSync(plan.steps[0]?.path ?? '')).toBe(false)
    expect(plan.notes.some((note) => note.includes('has no file any more'))).toBe(true)
    expect(verifyRestored(sourceAt(home), writeSteps(plan))).toEqual([])
  })

  it('creates a task file that is missing', () => {
    const home = fixtureHome('gestura')
    const session = 'da428739-1666-491c-88d8-27de7d34de8d'
    const plan = planIn(home, session, '942fc537-9e5d-4146-bc53-3bc773fd04f3')
    expect(plan.notes).toContain('There is no task file now. It is created.')
    expect(plan.steps[1]?.because).toBe('2 tasks, where there is nothing readable now')
  })

  it('leaves the older file of a session of the chat_sessions era alone', () => {
    const home = fixtureHome('gestura')
    const session = 'df406299-3c3d-431e-8cb1-95b44087858c'
    const plan = planIn(home, session, '9a95b7fe-18c5-4f25-b21c-6b0a99f23323')
    expect(plan.steps[0]?.path).toBe(join(home, '.gestura', 'agent_sessions', `${session}.json`))
    expect(plan.notes.some((note) => note.includes('older layout'))).toBe(true)
  })

  it('A6 says what does not come back: configuration by count, workspace files, what tools did', () => {
    const plan = planIn(fixtureHome('gestura'), twoTurns, 'f4306909-c8f2-4e45-abfa-993354203996')
    expect(plan.cannot.map(({ what }) => what)).toEqual([
      'The configuration',
      'Files in /home/dev/weather',
      'What commands and tools did elsewhere'
    ])
    expect(plan.cannot[0]?.because).toContain('23 settings differ')
  })

  it('names the checkpoint file as its input, and stays inside the data folder', () => {
    const home = fixtureHome('gestura')
    const plan = planIn(home, rewind, beforeChange)
    expect(plan.inputs).toEqual([join(home, '.gestura', 'checkpoints', `${beforeChange}.json`)])
    for (const step of plan.steps) expect(step.path.startsWith(`${step.approvedRoot}/`)).toBe(true)
    expect(new Set(plan.steps.map(({ approvedRoot }) => approvedRoot))).toEqual(new Set([join(home, '.gestura')]))
  })

  it('writes sessions where GESTURA_HOME_DIR puts them, and tasks where it does not', () => {
    const home = fixtureHome('gestura')
    const elsewhere = emptyHome()
    const source = sourceAt(home, { env: { GESTURA_HOME_DIR: elsewhere } })
    const plan = planRestore(source, rewind, beforeChange, readingAt())
    expect(plan.steps.map(({ path }) => path)).toEqual([
      join(elsewhere, '.gestura', 'agent_sessions', `${rewind}.json`),
      join(home, '.gestura', 'tasks', `${rewind}.json`)
    ])
  })

  it('keeps unknown keys and number spellings that gestura would lose', () => {
    const home = fixtureHome('gestura')
    const path = join(home, '.gestura', 'checkpoints', `${beforeChange}.json`)
    const text = readFileSync(path, 'utf8').replace(
      '"title": "hello"',
      '"title": "hello", "later": {"n": 1.50, "big": 36893488147419103232}'
    )
    put('', path, text)
    const [session] = planIn(home, rewind, beforeChange).steps
    const written = Buffer.from(session?.content ?? []).toString()
    expect(written).toMatch(/"later": \{\n {4}"n": 1\.50,\n {4}"big": 36893488147419103232\n {2}\}\n\}$/)
  })

  it.each([
    'checkpoint-session-id-path',
    'checkpoint-session-id-backslash',
    'checkpoint-session-id-empty',
    'checkpoint-session-id-too-long'
  ])('A1 %s: refuses an id that would leave the folder', (name) => {
    const home = fixtureHome(`gestura-bad/${name}`)
    const id = 'd49cd8dd-382e-4584-90f2-dcab1d75e926'
    const listed = JSON.parse(readFileSync(join(home, '.gestura', 'checkpoints', `${id}.json`), 'utf8')) as {
      metadata: { session_id: string }
    }
    expect(failureOf(() => planIn(home, listed.metadata.session_id, id))?.code).toBe('refused')
  })

  it.each([
    ['checkpoint-schema-2', 'UnsupportedSchema'],
    ['checkpoint-session-and-tasks-differ', 'InvalidInput'],
    ['checkpoint-payload-not-a-session', 'Serde'],
    ['checkpoint-unknown-enum', 'Serde']
  ])('%s: refuses with %s, as gestura does', (name, error) => {
    const home = fixtureHome(`gestura-bad/${name}`)
    const failure = failureOf(() =>
      planIn(home, '34347177-4fc9-4225-a43a-a1a3a8a3c9a5', 'd49cd8dd-382e-4584-90f2-dcab1d75e926')
    )
    expect(failure).toMatchObject({ code: 'checkpoint.invalid', data: { error } })
  })

  it('asks before it writes another session than the one that the checkpoint is listed under', () => {
    const plan = planIn(
      fixtureHome('gestura-bad/checkpoint-three-session-ids-differ'),
      'in-metadata',
      'd49cd8dd-382e-4584-90f2-dcab1d75e926'
    )
    expect(plan.conflicts.map(({ code }) => code)).toContain('gestura.restore.other-session')
  })
})

describe('verifyRestored', () => {
  it('says what gestura would not accept', () => {
    const home = fixtureHome('gestura')
    const session = put(home, `.gestura/agent_sessions/${rewind}.json`, '{"id": "x"')
    const tasks = put(home, `.gestura/tasks/${rewind}.json`, { session_id: 'another', tasks: [] })
    expect(verifyRestored(sourceAt(home), [session, tasks]).map(({ code }) => code)).toEqual([
      'gestura.restore.refused',
      'gestura.restore.id'
    ])
  })

  it('says so when the file is not there', () => {
    const home = fixtureHome('gestura')
    const path = join(home, '.gestura', 'agent_sessions', `${rewind}.json`)
    rmSync(path)
    expect(verifyRestored(sourceAt(home), [path])[0]?.what).toContain('NotFound')
  })
})
