import { appendFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome } from './support/command'
import { fileStates } from './support/file-state'

interface Fixes {
  readonly fixes: readonly { id: string; findings: readonly string[]; loses: string | null }[]
}
interface Plan {
  readonly planId: string
  readonly digest: string
  readonly steps: readonly { id: string; action: string; path: string }[]
  readonly conflicts: readonly { id: string; options: readonly { value: string }[]; default: string }[]
}
interface Differences extends Plan {
  readonly differences: readonly {
    path: string
    difference: { state: string; rows: readonly { kind: string; sign?: string; parts?: readonly { text: string }[] }[] }
  }[]
}
interface Applied {
  readonly operationId: string
  readonly verified: boolean
}

/** As if everything was left alone for long. */
function leaveAlone(home: CommandHome): void {
  for (const path of Object.keys(fileStates(home.home))) utimesSync(home.home + path, 1_750_000_000, 1_750_000_000)
}

/** Answers each question of a plan with the option that does it. */
const choices = ({ conflicts }: Plan) =>
  conflicts.flatMap(({ id, options, default: kept }) => {
    const other = options.find(({ value }) => value !== kept)?.value ?? kept
    return ['--choice', `${id}=${other}`]
  })

test.describe('repair through the command', () => {
  test('a3s-37 the torn log of a store of a3s: found, compared, mended, checked and undone', async () => {
    const home = new CommandHome('a3s')
    const root = join(home.home, 'weather/.a3s/tui/sessions')
    const log = join(root, 'v1/wal/session-store.ndjson')
    const sound = readFileSync(log, 'utf8')
    appendFileSync(log, '{"schema":')
    leaveAlone(home)
    const at = ['--root', `a3s=${root}`]
    const session = 'a3s:barometer-7f3a1c'
    const { fixes } = await home.json<Fixes>(['repair', session, '--find', ...at])
    expect(fixes.map(({ id }) => id)).toContain('log-lines')
    const plan = await home.json<Differences>(['repair', session, '--diff', ...at])
    const rows = plan.differences.flatMap(({ difference }) => difference.rows)
    const removed = rows
      .filter(({ sign }) => sign === '-')
      .map(({ parts = [] }) => parts.map(({ text }) => text).join(''))
    expect(removed.join('\n')).toContain('{"schema":')
    const done = await home.json<Applied>(['apply', plan.planId, '--digest', plan.digest, ...choices(plan), ...at])
    expect(done.verified).toBe(true)
    expect(readFileSync(log, 'utf8')).toBe(sound)
    expect((await home.json<Applied>(['undo', done.operationId, ...at])).verified).toBe(true)
    expect(readFileSync(log, 'utf8')).toBe(`${sound}{"schema":`)
    home.dispose()
  })

  test('C1 a session of Claude Code with NUL bytes: show names the command, --diff what it changes, apply does it', async () => {
    const id = '01a22751-0000-4000-8000-00000000000c'
    const folder = '.claude/projects/-home-dev-weather'
    const home = new CommandHome((path) => void mkdirSync(join(path, folder), { recursive: true }))
    const file = join(home.home, folder, `${id}.jsonl`)
    const about = { sessionId: id, cwd: '/home/dev/weather', version: '2.1.332', timestamp: '2026-11-29T12:00:00.000Z' }
    const records = ['first', 'second'].map((content, index) =>
      JSON.stringify({
        ...about,
        ...{
          type: 'user',
          uuid: `01a22751-0000-4000-8000-00000000001${index}`,
          parentUuid: index === 0 ? null : '01a22751-0000-4000-8000-000000000010'
        },
        message: { role: 'user', content }
      })
    )
    writeFileSync(file, `${records[0]}\n${'\0'.repeat(64)}\n${records[1]}\n`)
    leaveAlone(home)
    const session = `claude-code:${id}`
    await home.json(['show', session])
    const shown = await home.run(['show', session])
    expect(shown.out).toContain(`reprise repair ${session} --find`)
    const compared = await home.run(['repair', session, '--diff'])
    expect(compared.out).toContain('- ␀[64 NUL bytes]')
    expect(compared.out).toContain('reprise apply ')
    const plan = await home.json<Plan>(['repair', session])
    const done = await home.json<Applied>(['apply', plan.planId, '--digest', plan.digest])
    expect(done.verified).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe(`${records.join('\n')}\n`)
    home.dispose()
  })
})
