import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readingFor, scanAll } from '../conformance/browse'
import { unwrittenPipe, withoutWaiting } from '../conformance/unwritten-pipe'
import { sourceId } from '../source-id'
import { adapter } from './adapter'
import { storeCopy } from './test-fixtures'

const folders = ['loop_checkpoints', 'sessions']

describe.skipIf(process.platform === 'win32')('a pipe in the place of a file of a store', () => {
  it.each(folders)('C2 in %s: the others are listed, and nothing waits', { timeout: 30_000 }, async (folder) => {
    const root = storeCopy('weather')
    const below = join(root, 'v1', folder)
    const [name = ''] = readdirSync(below).filter((each) => each.endsWith('.json'))
    const source = { id: sourceId('a3s', root), agent: 'a3s', root, origin: 'flag' } as const
    unwrittenPipe(join(below, name))
    const steps = await withoutWaiting(() => scanAll(adapter, source, readingFor()))
    const units = steps.filter((step) => step.type === 'unit')
    expect(units.flatMap((unit) => unit.sessions).filter(({ state }) => state === 'ok').length).toBeGreaterThan(8)
    const said = units.flatMap((unit) => [unit.findings, unit.checkpoints])
    expect(JSON.stringify(said)).toContain('not a regular file')
  })
})
