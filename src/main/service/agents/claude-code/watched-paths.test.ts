import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { adapter } from './adapter'

const home = mkdtempSync(join(tmpdir(), 'reprise-watched-paths-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('what is watched of Claude Code', () => {
  it('is every project folder of somebody who has a hundred', async () => {
    const folders = Array.from({ length: 100 }, (_, index) => join(home, '.claude', 'projects', `-home-dev-${index}`))
    for (const folder of folders) mkdirSync(folder, { recursive: true })
    const [source] = await adapter.locate({ home, env: {}, platform: 'linux', cwd: home, settings: [], flags: [] })
    if (source === undefined) throw new Error('there is no source')
    expect(await adapter.watch(source)).toEqual(expect.arrayContaining(folders))
  })
})
