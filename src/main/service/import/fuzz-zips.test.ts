import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fuzzRuns, fuzzTime } from '../agents/conformance/fuzz-runs'
import { anyZip } from './testing/arbitrary-zip'
import { FuzzDesk } from './testing/fuzz-desk'
import { rawZip } from './testing/raw-zip'
import { fixtures } from './testing/two-homes'

const claude = 'projects/-home-dev-weather/5d743016-5361-4489-91a8-75bda6be4941.jsonl'
const gestura = '.gestura/agent_sessions/11cad42f-1219-4ad8-80a6-3cbadb5baf1e.json'
const files = [
  { name: claude, content: readFileSync(join(fixtures, 'agents/claude-code/.claude', claude)) },
  { name: gestura, content: readFileSync(join(fixtures, 'core/gestura', gestura)) },
  { name: 'notes.txt', content: 'just words' }
]

describe('zips that are handed over', () => {
  let desk: FuzzDesk
  beforeAll(async () => {
    desk = await FuzzDesk.open(['.claude/projects', '.gestura/agent_sessions'])
  })
  afterAll(() => desk.close())

  it('the zip that is damaged is a good one', async () => {
    const found = await desk.handFile({ name: 'x.zip', bytes: rawZip(files) })
    expect([found?.sessions.length, found?.unrecognised.count]).toEqual([2, 0])
  })

  it(
    'any zip is looked at or refused, never a crash, and nothing is left of it',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyZip(files), async (bytes) => {
          await desk.handFile({ name: 'x.zip', bytes })
        }),
        fuzzRuns(60)
      )
    },
    fuzzTime
  )
})
