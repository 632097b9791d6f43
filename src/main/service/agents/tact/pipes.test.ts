import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { unwrittenPipe, withoutWaiting } from '../conformance/unwritten-pipe'
import { adapter } from './adapter'
import { readConfig } from './config/read-config'
import { removeHomes, sampleHome } from './testing/sample-home'

afterEach(removeHomes)

describe.skipIf(process.platform === 'win32')('a pipe in the place of a file of tact', () => {
  it.each(['', '-wal', '-shm'])(
    'B17 v2.sqlite3%s: the source is unreadable, and nothing waits',
    {
      timeout: 20_000
    },
    async (companion) => {
      const home = await sampleHome('tact')
      unwrittenPipe(`${home.database}${companion}`)
      const health = await withoutWaiting(() => adapter.health(home.source, home.reading))
      expect(health.state).toBe('unreadable')
      expect(health.findings[0]?.what).toContain(`${home.database}${companion} is not a regular file`)
    }
  )

  it('C2 config.toml: the document says that it cannot be read, and nothing waits', { timeout: 20_000 }, async () => {
    const home = await sampleHome('tact')
    const path = join(home.source.root, 'config.toml')
    mkdirSync(dirname(path), { recursive: true })
    unwrittenPipe(path)
    const [config] = await withoutWaiting(() => readConfig(home.source))
    expect(config).toMatchObject({
      present: true,
      root: undefined,
      findings: [{ code: expect.stringContaining('config.unreadable') }]
    })
  })
})
