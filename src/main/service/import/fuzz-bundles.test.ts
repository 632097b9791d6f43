import { join } from 'node:path'
import type { AgentId } from '@shared/domain/agents'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fuzzRuns, fuzzTime } from '../agents/conformance/fuzz-runs'
import { anyBundle, type OpenBundle, readBundle, zipBundle } from './testing/arbitrary-bundle'
import { FuzzDesk } from './testing/fuzz-desk'
import { homeWith } from './testing/two-homes'

/** Sessions with children, forks and checkpoints: one of files, one of documents with checkpoints, one of generations, one of rows. */
const made: readonly { readonly agent: AgentId; readonly fixture: string }[] = [
  { agent: 'claude-code', fixture: 'agents/claude-code' },
  { agent: 'gestura', fixture: 'core/gestura' },
  { agent: 'a3s', fixture: 'core/a3s/weather' },
  { agent: 'tact', fixture: 'core/tact' }
]
/** Something is kept again and again: a vault that grows without end would only make it slow. */
const mostKept = 150

async function bundleOf(agent: AgentId, fixture: string): Promise<OpenBundle> {
  const there = await homeWith(fixture, agent)
  try {
    const sessions = (await there.list()).filter((one) => one.agent === agent && one.state === 'ok')
    const rank = (one: (typeof sessions)[number]) => (one.checkpoints > 0 || one.parent ? 0 : 1000) + (one.entries ?? 0)
    const [{ source, id } = { source: '', id: '' }] = sessions.toSorted((a, b) => rank(a) - rank(b))
    const path = join(there.home, 'one.reprise')
    await there.call('bundle.make', { session: { source, id }, path, exact: true, children: true, files: true })
    return await readBundle(path)
  } finally {
    await there.close()
  }
}

describe('bundles that are handed over', () => {
  const folders = ['.claude/projects', '.gestura/agent_sessions', '.tact/sessions', '.a3s/code-web/sessions/v1']
  let desk: FuzzDesk
  let bundles: readonly OpenBundle[] = []
  let kept = 0
  beforeAll(async () => {
    const found: OpenBundle[] = []
    for (const { agent, fixture } of made) found.push(await bundleOf(agent, fixture))
    bundles = found
    desk = await FuzzDesk.open(folders)
  }, 60_000)
  afterAll(() => desk.close())

  it('those that are damaged are good ones', async () => {
    for (const bundle of bundles) {
      const found = await desk.handFile({ name: 'x.reprise', bytes: zipBundle(bundle) }, async (inspection) => {
        const [one] = inspection.sessions
        if (one !== undefined) await desk.keepAndRead(inspection, one)
      })
      expect([found?.form, found?.sessions[0]?.state, found?.sessions[0]?.notKept]).toEqual(['bundle', 'ok', null])
    }
  })

  it(
    'any bundle is looked at or refused, never a crash, and what is kept reads as the inspection said',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyBundle(bundles), async (bytes) => {
          await desk.handFile({ name: 'x.reprise', bytes }, async (inspection) => {
            const [one] = inspection.sessions
            if (one === undefined) return
            kept += 1
            await desk.keepAndRead(inspection, one)
          })
          if (kept < mostKept) return
          kept = 0
          await desk.close()
          desk = await FuzzDesk.open(folders)
        }),
        fuzzRuns(20)
      )
    },
    fuzzTime
  )
})
