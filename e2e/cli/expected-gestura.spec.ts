import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome, inParallel } from './support/command'
import { type ExpectedSession, expectedSessions } from './support/expected'
import {
  type CheckpointsAnswer,
  countedEntries,
  type ListAnswer,
  ownEntries,
  type ShowAnswer,
  type TasksAnswer
} from './support/shapes'

/** Each gestura row of expected.json, asked of the built command. */
test.describe('gestura through the command', () => {
  const rows = expectedSessions.filter((row) => row.agent === 'gestura')
  let home: CommandHome
  let list: ListAnswer
  const shown = new Map<string, ShowAnswer>()

  test.beforeAll(async () => {
    test.setTimeout(240_000)
    home = new CommandHome('gestura')
    list = await home.json<ListAnswer>(['list', '--children'])
    await inParallel(
      rows,
      async (row) => void shown.set(row.id, await home.json<ShowAnswer>(['show', `gestura:${row.id}`]))
    )
  })
  test.afterAll(() => home.dispose())

  const listed = (row: ExpectedSession) =>
    list.sessions.find((session) => session.agent === 'gestura' && session.id === row.id)

  for (const row of rows) {
    test(`${row.id} is listed and shown as it is: ${row.note ?? ''}`, async () => {
      const session = listed(row)
      const answer = shown.get(row.id)
      expect(session).toBeDefined()
      expect(answer).toBeDefined()
      if (!session || !answer) return
      expect(session.title).toBe(row.title)
      expect(session.workspace).toBe(row.cwd)
      expect(session.model ?? null).toBe(row.model)
      expect(session.startedAt).toBe(Math.trunc(Date.parse(row.createdAt ?? '')))
      expect(session.updatedAt).toBe(Math.trunc(Date.parse(row.lastActive ?? '')))
      expect(session.checkpoints).toBe(row.checkpoints?.length)
      expect(ownEntries(answer, 'user').map((entry) => entry.text)).toEqual(row.prompts)
      expect(ownEntries(answer, 'user')).toHaveLength(row.userTurns)
      expect(ownEntries(answer, 'tool')).toHaveLength(row.toolCalls)
      expect(ownEntries(answer, 'tool').filter((entry) => entry.tool?.status === 'failed')).toHaveLength(
        row.failedToolCalls
      )
      expect(answer.path).toBe(join(home.home, row.path))
      expect(answer.accounting.read).toBe(
        answer.accounting.shown + answer.accounting.raw + answer.accounting.unreadable
      )
      expect(answer.session.entries).toBe(countedEntries(answer))
    })
  }

  test('checkpoints and tasks are those of each session', async () => {
    await inParallel(rows, async (row) => {
      const { checkpoints } = await home.json<CheckpointsAnswer>(['checkpoints', `gestura:${row.id}`])
      expect(checkpoints.map((point) => point.id).sort()).toEqual([...(row.checkpoints ?? [])].sort())
      for (const detail of row.checkpointDetails ?? []) {
        const point = checkpoints.find(({ id }) => id === detail.id)
        expect(point).toMatchObject({ label: detail.label, at: Math.trunc(Date.parse(detail.at)), valid: true })
        expect(point?.holds).toMatchObject({ messages: detail.messages, tasks: detail.tasks })
      }
      const { lists } = await home.json<TasksAnswer>(['tasks', `gestura:${row.id}`])
      const target = lists.filter((one) => one.target)
      expect(target).toHaveLength(1)
      expect(target[0]?.tasks.length).toBe(row.tasks)
      expect(target[0]?.exists).toBe(row.tasksFile !== null)
      if (row.tasksFile) expect(target[0]?.path).toBe(join(home.home, row.tasksFile))
      expect(target[0]?.currentTaskId ?? null).toBe(row.currentTaskId ?? null)
      for (const [path, count] of Object.entries(row.tasksElsewhere ?? {})) {
        expect(lists.find((one) => one.path === join(home.home, path))?.tasks.length).toBe(count)
      }
    })
  })

  test('a session that is gone is listed with its checkpoints, and the list is complete', async () => {
    const gone = list.sessions.filter((session) => session.state === 'gone')
    expect(gone.map(({ title, checkpoints }) => [title, checkpoints])).toEqual([['This session will be deleted', 2]])
    expect(list.complete).toBe(true)
    const roots = list.sources.map((source) => [source.agent, source.root, source.state])
    expect(roots).toEqual([['gestura', realpathSync(home.home), 'ok']])
  })

  test('nothing that belongs to gestura goes missing: every listed session is expected or gone', async () => {
    const ids = list.sessions.filter((session) => session.state !== 'gone').map((session) => session.id)
    expect(ids.sort()).toEqual(rows.map((row) => row.id).sort())
  })
})
