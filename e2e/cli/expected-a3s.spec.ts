import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome, inParallel } from './support/command'
import { expectedGroups } from './support/expected'
import { countedEntries, type ListAnswer, ownEntries, type ShowAnswer } from './support/shapes'

/** Each a3s row of expected.json, asked of the built command. All stores lie in one home; each is named by `--root`. */
test.describe('a3s through the command', () => {
  let home: CommandHome
  test.beforeAll(() => {
    home = new CommandHome('a3s')
  })
  test.afterAll(() => home.dispose())

  for (const [group, rows] of expectedGroups('a3s')) {
    test(`${group} is listed and shown as it is: ${rows.length} sessions`, async () => {
      test.setTimeout(240_000)
      const root = join(home.home, rows[0]?.root ?? '')
      const key = rows[0]?.key
      const options = ['--root', `a3s=${root}`]
      if (key) {
        writeFileSync(join(home.folder, 'key'), key, { mode: 0o600 })
        options.push('--key-file', `a3s=${join(home.folder, 'key')}`)
      }
      const list = await home.json<ListAnswer>(['list', '--children', ...options])
      expect(list.sources.map((source) => [source.agent, source.root])).toEqual([['a3s', root]])
      const shown = await inParallel(rows, ({ id }) => home.json<ShowAnswer>(['show', `a3s:${id}`, ...options]))
      for (const [index, row] of rows.entries()) {
        const session = list.sessions.find(({ id }) => id === row.id)
        const answer = shown[index]
        expect(session, row.id).toBeDefined()
        expect(answer, row.id).toBeDefined()
        if (!session || !answer) continue
        expect(answer.session.title, row.id).toBe(row.title || 'No prompt yet')
        expect(answer.session.workspace, row.id).toBe(row.cwd)
        expect(answer.session.parent ?? null, row.id).toBe(row.parent)
        expect(answer.session.state, row.id).toBe('ok')
        if (!row.sealed) expect(session.title, row.id).toBe(answer.session.title)
        const users = ownEntries(answer, 'user')
        const tools = ownEntries(answer, 'tool')
        expect(
          users.map((entry) => entry.text),
          row.id
        ).toEqual(row.prompts)
        expect(users, row.id).toHaveLength(row.userTurns)
        expect(tools, row.id).toHaveLength(row.toolCalls)
        expect(
          tools.filter((entry) => entry.tool?.status === 'failed'),
          row.id
        ).toHaveLength(row.failedToolCalls)
        expect(answer.path, row.id).toBe(join(home.home, row.path))
        const { read, shown: counted, raw, unreadable } = answer.accounting
        expect(read, row.id).toBe(counted + raw + unreadable)
        expect(answer.session.entries, row.id).toBe(countedEntries(answer))
        if (row.valid === false)
          expect(
            answer.findings.filter(({ code }) => code.startsWith('a3s.')),
            row.id
          ).not.toEqual([])
      }
    })
  }
})
