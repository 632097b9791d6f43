import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unwrittenPipe, withoutWaiting } from '../../conformance/unwritten-pipe'
import { adapter } from '../adapter'
import { fixtureHome, readingAt, sourceAt } from '../testing/fixture-home'

describe.skipIf(process.platform === 'win32')('a pipe among the session files', () => {
  it('C2 does not hold up a session of another file, whose id is looked for in all of them', {
    timeout: 20_000
  }, async () => {
    const home = fixtureHome('gestura')
    unwrittenPipe(join(home, '.gestura', 'agent_sessions', 'a-pipe.json'))
    const opened = await withoutWaiting(() => adapter.open(sourceAt(home), 'old-18', readingAt()))
    expect(opened.summary).toMatchObject({ id: 'old-18', state: 'ok' })
  })
})
