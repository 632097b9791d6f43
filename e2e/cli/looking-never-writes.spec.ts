import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome, inParallel } from './support/command'
import { fileStates } from './support/file-state'
import type { CheckpointsAnswer, ListAnswer } from './support/shapes'

/** Homes of every kind: closed and hot databases, damaged ones, stores with a lease, sealed ones. */
const homes: readonly { fixture: string; roots?: readonly string[] }[] = [
  { fixture: 'gestura' },
  { fixture: 'tact' },
  { fixture: 'tact-wal' },
  { fixture: 'tact-wal-first' },
  { fixture: 'tact-corrupt-page' },
  { fixture: 'tact-newer' },
  { fixture: 'tact-config' },
  { fixture: 'a3s', roots: ['weather/.a3s/tui/sessions'] },
  { fixture: 'a3s', roots: ['stores/sealed', 'stores/lease', 'stores/wal-torn'] }
]

for (const { fixture, roots = [] } of homes) {
  test(`reading all of ${[fixture, ...roots].join(' ')} changes and creates nothing in it`, async () => {
    test.setTimeout(240_000)
    const home = new CommandHome(fixture)
    const options = roots.flatMap((root) => ['--root', `a3s=${join(home.home, root)}`])
    const run = (args: string[]) => home.run([...args, ...options, '--json'])
    const before = fileStates(home.home)
    const { sessions, sources } = JSON.parse((await run(['list', '--children'])).out) as ListAnswer
    for (const args of [['sources'], ['prompts'], ['doctor'], ['operations']])
      expect((await run(args)).code, args[0]).toBe(0)
    await inParallel(sources, ({ id }) => run(['config', id]))
    const names = sessions.map(({ agent, id, source }) => `${agent}:${id}@${source}`)
    await inParallel(names, (name) => run(['show', name, '--raw']))
    await inParallel(names.slice(0, 6), async (name) => {
      const points = await run(['checkpoints', name])
      for (const what of ['tasks', 'config']) await run([what, name])
      const { checkpoints = [] } = JSON.parse(points.out) as Partial<CheckpointsAnswer>
      const [point] = checkpoints
      if (point) await run(['plan', name, point.id])
    })
    expect(sources.length).toBeGreaterThan(0)
    expect(fileStates(home.home)).toEqual(before)
    home.dispose()
  })
}
