import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { projectRoot } from '../support/launch'
import { CommandHome } from './support/command'
import { fileStates } from './support/file-state'

interface DiffAnswer {
  readonly a: { readonly checkpoint: string | null; readonly agent: string }
  readonly b: { readonly checkpoint: string | null }
  readonly parts: readonly {
    readonly part: string
    readonly counts: Readonly<Record<'same' | 'changed' | 'removed' | 'added' | 'moved', number>>
    readonly rows: readonly { readonly row: string; readonly change: string }[]
  }[]
  readonly notCompared: readonly { readonly what: string; readonly because: string }[]
}

const session = 'gestura:fa767501-1b54-466b-9c6b-0727a648a8cc'
const point = `${session}#f4306909`

test.describe('what differs between two points of a gestura session', () => {
  let home: CommandHome

  test.beforeAll(() => {
    home = new CommandHome('gestura')
  })
  test.afterAll(() => home.dispose())

  test('is said in lines with signs, and in one shape for programs; looking writes nothing', async () => {
    const before = fileStates(home.home)
    const { code, out, err } = await home.run(['diff', point, '--now'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('Transcript: 4 added, 7 the same')
    expect(out).toMatch(/^ {2}\+ user .*Now add a short note/m)
    expect(out).toMatch(/^ {2}~ .*current: yes -> none/m)
    const answer = await home.json<DiffAnswer>(['diff', point, session])
    expect(answer.a.checkpoint).toMatch(/^f4306909-/)
    expect(answer.b.checkpoint).toBeNull()
    expect(answer.parts.map(({ part }) => part)).toEqual(['transcript', 'tasks', 'config'])
    const [transcript] = answer.parts
    expect(transcript?.counts).toEqual({ same: 7, changed: 0, removed: 0, added: 4, moved: 0 })
    expect(transcript?.rows.map(({ change }) => change)).toEqual(['added', 'added', 'added', 'added'])
    const back = await home.json<DiffAnswer>(['diff', session, point, '--part', 'transcript', '--all'])
    expect(back.parts.map(({ part, rows }) => [part, rows.length])).toEqual([['transcript', 11]])
    expect(back.parts[0]?.counts).toMatchObject({ added: 0, removed: 4 })
    expect(fileStates(home.home)).toEqual(before)
  })

  test('comes as a patch, and never with a secret of the configuration', async () => {
    const { code, out } = await home.run(['diff', point, '--now', '--patch'])
    expect(code).toBe(0)
    expect(out).toContain(`# ${session}#f4306909-`)
    expect(out).toContain('<masked program argument> -> <masked program argument>')
    const { patch } = await home.json<{ patch: string }>(['diff', point, '--now', '--patch', '--part', 'tasks'])
    expect(patch).toContain('# Tasks')
    expect(patch).not.toContain('# Transcript')
    for (const args of [['--json'], ['--patch'], []]) {
      expect((await home.run(['diff', point, '--now', ...args])).out).not.toMatch(/sk-fake|fake-urlpass|fake-urltoken/)
    }
  })

  test('ends with 2 for a command line that names no two points, and with 1 for a point that is not there', async () => {
    for (const args of [[], [point], [point, session, '--now'], [point, '--now', '--part', 'weather']])
      expect([args, (await home.run(['diff', ...args])).code]).toEqual([args, 2])
    const missing = await home.run(['diff', `${session}#ffffffff`, '--now', '--json'])
    expect(missing.code).toBe(1)
    expect(JSON.parse(missing.out)).toMatchObject({ error: { code: 'not.found' } })
  })
})

const kept = [
  { agent: 'tact', id: '01a227dc-1948-77e3-bb4e-a12ee0fbf44f', roots: [] },
  { agent: 'a3s', id: 'barometer-7f3a1c', roots: ['weather/.a3s/tui/sessions'] }
] as const

for (const { agent, id, roots } of kept) {
  test(`a kept copy of a session of ${agent} and what is there now are the same`, async () => {
    const home = new CommandHome(agent)
    try {
      const at = roots.flatMap((root) => ['--root', `a3s=${join(home.home, root)}`])
      const { checkpoint } = await home.json<{ checkpoint: { id: string } }>(['capture', `${agent}:${id}`, ...at])
      const store = fileStates(home.home)
      const { parts } = await home.json<DiffAnswer>(['diff', `${agent}:${id}#${checkpoint.id}`, '--now', ...at])
      expect(parts.map(({ part }) => part)).toContain('transcript')
      for (const { part, counts, rows } of parts)
        expect([part, { ...counts, same: 0 }, rows]).toEqual([
          part,
          { same: 0, changed: 0, removed: 0, added: 0, moved: 0 },
          []
        ])
      expect(fileStates(home.home)).toEqual(store)
    } finally {
      home.dispose()
    }
  })
}

test('a checkpoint whose folder is not there any more is compared as far as it can be', async () => {
  const home = new CommandHome((place) => {
    cpSync(join(projectRoot, 'e2e', 'fixtures', 'agents', 'claude-code'), place, { recursive: true })
  })
  const name = 'claude-code:33aae2bc-4e8a-42e8-b427-268959cab2c0'
  const { checkpoints } = await home.json<{ checkpoints: { id: string }[] }>(['checkpoints', name])
  const { code, out } = await home.run(['diff', `${name}#${checkpoints[0]?.id}`, '--now'])
  expect(code).toBe(0)
  expect(out).toMatch(/^Transcript: 6 added/m)
  expect(out).toMatch(/^Files: 2 removed/m)
  expect(out).toContain('Compared in part: Files. /home/dev/weather is not there any more')
  expect(out).toMatch(/^Configuration: nothing differs, \d the same$/m)
  home.dispose()
})
