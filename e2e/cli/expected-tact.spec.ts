import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome, inParallel } from './support/command'
import { expectedGroups } from './support/expected'
import { type CheckpointsAnswer, countedEntries, type ListAnswer, ownEntries, type ShowAnswer } from './support/shapes'

/** Each tact row of expected.json, asked of the built command. */
for (const [folder, rows] of expectedGroups('tact')) {
  test.describe(`${folder} through the command`, () => {
    let home: CommandHome
    let list: ListAnswer
    let prompts: readonly { text: string; session: { id: string } }[]
    const shown = new Map<string, ShowAnswer>()
    const checkpoints = new Map<string, CheckpointsAnswer>()

    test.beforeAll(async () => {
      test.setTimeout(240_000)
      home = new CommandHome(folder)
      list = await home.json<ListAnswer>(['list', '--children'])
      prompts = (await home.json<{ prompts: typeof prompts }>(['prompts', '--limit', '500'])).prompts
      await inParallel(rows, async ({ id }) => {
        shown.set(id, await home.json<ShowAnswer>(['show', `tact:${id}`]))
        checkpoints.set(id, await home.json<CheckpointsAnswer>(['checkpoints', `tact:${id}`]))
      })
    })
    test.afterAll(() => home.dispose())

    for (const row of rows) {
      test(`${row.id} is listed and shown as it is: ${row.note ?? ''}`, () => {
        const session = list.sessions.find(({ agent, id }) => agent === 'tact' && id === row.id)
        const answer = shown.get(row.id)
        expect(session).toBeDefined()
        expect(answer).toBeDefined()
        if (!session || !answer) return
        expect(session).toMatchObject({
          workspace: row.cwd,
          model: row.model,
          effort: row.effort,
          preview: row.preview,
          startedAt: row.startedAtMs,
          updatedAt: row.updatedAtMs,
          resumable: row.resumable
        })
        expect(session.parent ?? null).toBe(row.forkedFrom ?? null)
        const users = ownEntries(answer, 'user')
        const tools = ownEntries(answer, 'tool')
        const shells = ownEntries(answer, 'shell')
        expect(users.map((entry) => entry.text)).toEqual(row.prompts)
        expect(users).toHaveLength(row.userTurns)
        expect(tools).toHaveLength(row.toolCalls)
        expect(tools.filter((entry) => entry.tool?.status === 'failed')).toHaveLength(row.failedToolCalls)
        expect(shells).toHaveLength(row.shellCommands ?? 0)
        expect(shells.filter((entry) => entry.tool?.status === 'failed')).toHaveLength(row.failedShellCommands ?? 0)
        expect(answer.entries.filter((entry) => entry.draft && !entry.inherited).map((entry) => entry.text)).toEqual(
          row.drafts ?? []
        )
        expect(answer.entries.filter((entry) => entry.notice === 'compaction' && !entry.inherited)).toHaveLength(
          row.compactions ?? 0
        )
        expect(answer.path).toBe(join(home.home, row.path))
        expect(answer.accounting.read).toBe(
          answer.accounting.shown + answer.accounting.raw + answer.accounting.unreadable
        )
        expect(answer.session.entries).toBe(countedEntries(answer))
        const kept = checkpoints.get(row.id)?.checkpoints ?? []
        expect(kept.filter((point) => point.holds.kind === 'resume state')).toHaveLength(row.snapshot ? 1 : 0)
        expect(session.checkpoints).toBe(kept.length)
        expect(prompts.filter((prompt) => prompt.session.id === row.id).map((prompt) => prompt.text)).toEqual(
          [...row.prompts].reverse()
        )
      })
    }

    test('lists these sessions and no others, those that can be resumed on request', async () => {
      expect(list.sessions.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
      const resumable = await home.json<ListAnswer>(['list', '--resumable'])
      expect(resumable.sessions.map(({ id }) => id).sort()).toEqual(
        rows
          .filter((row) => row.resumable)
          .map(({ id }) => id)
          .sort()
      )
      const [first] = rows
      const inWorkspace = await home.json<ListAnswer>(['list', '--workspace', first?.cwd ?? ''])
      expect(inWorkspace.sessions.map(({ id }) => id).sort()).toEqual(
        rows
          .filter((row) => row.cwd === first?.cwd)
          .map(({ id }) => id)
          .sort()
      )
    })
  })
}
